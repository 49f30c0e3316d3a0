import type { Page } from 'playwright-core'

const FIRST =
  'Ava Noah Isla Leo Mia Jack Ruby Finn Zara Hugo Ella Sam Lily Omar Grace Theo Nina Ravi Chloe Max'
const LAST =
  'Nguyen Smith Patel Jones Brown Wilson Taylor Singh Martin Chen Walker Harris Lee Kelly King Wright Ali Young Scott Baker'
const DEPARTMENTS = ['Kitchen', 'Floor', 'Office', 'Stores']
const WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10]

/** A valid tax file number, different for each index. */
export function taxFileNumber(index: number): string {
  for (let candidate = 100_000_000 + index * 97; ; candidate += 1) {
    const digits = [...String(candidate)].map(Number)
    if (digits.reduce((sum, digit, place) => sum + digit * (WEIGHTS[place] ?? 0), 0) % 11 === 0)
      return String(candidate)
  }
}

/** Employees of an Australian company with all details for pay, super and STP. */
export function aCrew(count: number): Record<string, unknown>[] {
  const [first, last] = [FIRST.split(' '), LAST.split(' ')]
  return Array.from({ length: count }, (_, index) => ({
    number: `E${String(index + 1).padStart(4, '0')}`,
    first_name: first[index % first.length],
    last_name: last[Math.floor(index / first.length + index) % last.length],
    date_of_birth: `19${70 + (index % 30)}-0${1 + (index % 9)}-15`,
    address1: `${1 + index} Harbour Street`,
    city: 'Sydney',
    state: 'NSW',
    country: 'AU',
    postcode: '2000',
    start_date: '2025-07-01',
    employment_status: 'Full-time',
    pay_period: 'WEEKLY',
    department: DEPARTMENTS[index % DEPARTMENTS.length],
    pay_rate_per_hour: (32 + (index % 23) * 1.25).toFixed(2),
    tax_file_number: taxFileNumber(index),
    email_address: `e${index + 1}@crew.example`,
    is_foreign_resident: false,
    has_claimed_tax_free_threshold: true,
    has_stsl_liability: index % 7 === 0,
    is_closely_held: false,
    primary_bank_bsb: '062-000',
    primary_bank_account_number: String(10_000_000 + index),
    primary_bank_account_name: 'Own account',
    default_employee_fund_usi: '60905115063001',
    default_employee_fund_member_number: `M${index + 1}`,
  }))
}

export const CREW_COMPANY = {
  legal_name: 'Harbour Kitchens Pty Ltd',
  jurisdiction: 'AU',
  abn: '51824753556',
  address1: '1 Rocks Lane',
  city: 'Sydney',
  state: 'NSW',
  country: 'AU',
  postcode: '2000',
  phone: '+61 2 5550 1234',
  email_address: 'pay@harbour.example',
  contact_name: 'Kim Payroll',
  default_pay_period: 'WEEKLY',
  bank_bsb: '062-000',
  bank_account_number: '12345678',
  bank_account_name: 'HARBOUR KITCHENS',
  bank_name_code: 'CBA',
  direct_entry_user_id: '301500',
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the service are read as they come
type Answer = any

/** Calls the API as the signed-in payroll officer, like the app. */
export async function callApi(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  const { status, text } = (await page.evaluate(
    `(async () => {
      const response = await fetch(${JSON.stringify(`/app${path}`)}, {
        method: ${JSON.stringify(method)},
        headers: { 'x-tasman-app': '1', 'content-type': 'application/json' },
        body: ${body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body))},
      })
      return { status: response.status, text: await response.text() }
    })()`,
  )) as { status: number; text: string }
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Creates a company with a number of employees and a processed weekly run for each pay date. Returns its id. */
export async function aCrewCompany(page: Page, count: number, payDates: readonly string[]): Promise<number> {
  const { id } = await callApi(page, 'PUT', '/api/company/create', CREW_COMPANY)
  const crew = aCrew(count)
  for (let from = 0; from < crew.length; from += 100)
    await callApi(page, 'PUT', `/api/company/${id}/employees/create`, crew.slice(from, from + 100))
  for (const pay_date of payDates) {
    const run = await callApi(page, 'POST', `/api/company/${id}/pay-runs`, { pay_period: 'WEEKLY', pay_date })
    await callApi(page, 'POST', `/api/company/${id}/pay-runs/${run.pay_run_id}/process`)
  }
  return id
}
