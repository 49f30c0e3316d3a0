import { present } from '../../../kernel/values/present.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'

type Body = Record<string, unknown>

/** A demo company, as the API requests that create it. */
export type DataSet = {
  company: Body
  allowances: readonly Body[]
  payRates: readonly Body[]
  payPeriod: PayPeriod
  /** The number of processed runs. The last one ends before today. */
  runs: number
  employees: () => Body[]
}

const FIRST = [
  'Mia',
  'Jack',
  'Priya',
  'Liam',
  'Emma',
  'Noah',
  'Chloe',
  'Ethan',
  'Zara',
  'Oliver',
  'Grace',
  'Tama',
]
const LAST = [
  'Nguyen',
  'Taylor',
  'Sharma',
  'Brown',
  'Wilson',
  'Rossi',
  'Martin',
  'Lee',
  'Hill',
  'King',
  'Clark',
]
/** Numbers with valid check digits, shared by the people of a sandbox. */
const TFNS = ['123456782', '073620698', '866433721', '913215824', '232026785']
const IRD_NUMBERS = ['49091850', '35901981', '49098576', '136410132']

const pick = <T>(list: readonly T[], index: number): T => present(list[index % list.length])

/** Creates the same people every time, so tests can rely on a data set. */
function people(count: number, prefix: string, own: (index: number) => Body): Body[] {
  return Array.from({ length: count }, (_, index) => ({
    number: `${prefix}${String(index + 1).padStart(count > 99 ? 4 : 2, '0')}`,
    first_name: pick(FIRST, index),
    last_name: pick(LAST, Math.floor(index / FIRST.length) + index),
    date_of_birth: `19${70 + (index % 30)}-0${1 + (index % 9)}-1${index % 9}`,
    start_date: `20${18 + (index % 7)}-03-0${1 + (index % 9)}`,
    address1: `${1 + index} Harbour Street`,
    ...own(index),
  }))
}

const au = (index: number): Body => ({
  city: 'Sydney',
  state: 'NSW',
  country: 'AU',
  postcode: '2000',
  tax_file_number: pick(TFNS, index),
  is_foreign_resident: false,
  has_claimed_tax_free_threshold: true,
  has_stsl_liability: index % 4 === 1,
  is_closely_held: false,
  default_employee_fund_usi: 'STA0100AU',
  default_employee_fund_member_number: `M${1000 + index}`,
  primary_bank_bsb: '062-000',
  primary_bank_account_number: String(10_000_000 + index),
  primary_bank_account_name: 'Wages',
})

const auCompany = (legal_name: string, abn: string): Body => ({
  jurisdiction: 'AU',
  legal_name,
  abn,
  branch_number: '1',
  address1: '12 Roastery Lane',
  city: 'Sydney',
  state: 'NSW',
  country: 'AU',
  postcode: '2000',
  contact_name: 'Sam Sandbox',
  email_address: 'sandbox@demo.example',
  phone: '02 5550 1234',
  bank_bsb: '062-000',
  bank_account_number: '12345678',
  bank_account_name: 'Sandbox wages',
  bank_name_code: 'CBA',
  direct_entry_user_id: '301500',
})

const cafe: DataSet = {
  company: auCompany('Sandbox Cafe Pty Ltd', '51824753556'),
  allowances: [{ description: 'Barista tools', amount: '12.50', allowance_category: 'TD' }],
  payRates: [],
  payPeriod: 'WEEKLY',
  runs: 2,
  employees: () =>
    people(6, 'CAFE', (index) => ({
      ...au(index),
      employment_status: pick(['Full-time', 'Part-time', 'Casual'], index),
      pay_rate_per_hour: (30 + index * 1.75).toFixed(2),
      pay_period: 'WEEKLY',
    })),
}

const construction: DataSet = {
  company: auCompany('Sandbox Builders Pty Ltd', '53004085616'),
  allowances: [
    { description: 'Tools', amount: '38.50', allowance_category: 'TD', auto_apply_to_pay: true },
    { description: 'Site travel', amount: '21.00', allowance_category: 'CD' },
  ],
  payRates: [
    ['Saturday', '1.5'],
    ['Sunday', '2'],
    ['Public holiday', '2.5'],
  ].map(([description, multiplier]) => ({
    award_name: 'Building and Construction General On-site Award',
    classification_name: 'CW/ECW 3',
    description,
    multiplier,
  })),
  payPeriod: 'WEEKLY',
  runs: 2,
  employees: () =>
    people(12, 'SITE', (index) => ({
      ...au(index),
      employment_status: index % 4 === 3 ? 'Casual' : 'Full-time',
      position: pick(['Carpenter', 'Labourer', 'Crane operator'], index),
      pay_rate_per_hour: (32 + (index % 4) * 3.4).toFixed(2),
      pay_period: 'WEEKLY',
    })),
}

const nzSchool: DataSet = {
  company: {
    jurisdiction: 'NZ',
    legal_name: 'Sandbox School Board',
    ird_number: '49091850',
    address1: '8 School Road',
    city: 'Nelson',
    state: 'NSN',
    country: 'NZ',
    postcode: '7010',
    contact_name: 'Sam Sandbox',
    email_address: 'sandbox@demo.example',
    phone: '03 555 1234',
    bank_account_number: '01-0902-0068389-000',
    bank_account_name: 'Sandbox school',
    default_pay_period: 'FORTNIGHTLY',
  },
  allowances: [{ description: 'Sports coaching', amount: '45' }],
  payRates: [],
  payPeriod: 'FORTNIGHTLY',
  runs: 2,
  employees: () =>
    people(15, 'KURA', (index) => ({
      city: 'Nelson',
      state: 'NSN',
      country: 'NZ',
      postcode: '7010',
      nz_tax_code: pick(['M', 'M SL', 'ME', 'S'], index),
      ird_number: pick(IRD_NUMBERS, index),
      kiwisaver_status_code: index % 5 === 4 ? 'NK' : 'AK',
      employment_status: index % 3 === 2 ? 'Part-time' : 'Full-time',
      position: pick(['Teacher', 'Teacher aide', 'Caretaker'], index),
      pay_rate_per_hour: (28 + (index % 5) * 4.1).toFixed(2),
      pay_period: 'FORTNIGHTLY',
    })),
}

const thousand: DataSet = {
  company: auCompany('Sandbox Thousand Pty Ltd', '83914571673'),
  allowances: [],
  payRates: [],
  payPeriod: 'WEEKLY',
  runs: 1,
  employees: () =>
    people(1000, 'T', (index) => ({
      ...au(index),
      employment_status: pick(['Full-time', 'Part-time', 'Casual', 'Full-time'], index),
      pay_rate_per_hour: (27 + (index % 40) * 0.85).toFixed(2),
      pay_period: 'WEEKLY',
    })),
}

export const DATA_SET_NAMES = ['cafe', 'construction', 'nz-school', 'thousand'] as const
export type DataSetName = (typeof DATA_SET_NAMES)[number]

/** The data sets by the name used in requests. */
export const DATA_SETS: Record<DataSetName, DataSet> = { cafe, construction, 'nz-school': nzSchool, thousand }
