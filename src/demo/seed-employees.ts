import type { Service } from '../service.ts'
import type { DemoClient } from './client.ts'
import { AORAKI, LAPSED_LANDSCAPES, OTHER_BAKERY, SOUTHERN_CROSS } from './employees.ts'
import { DEMO_PEOPLE, type DemoPerson } from './people.ts'

type Company = { id: number; legal_name: string }
type Result = { employee?: { id: number; number: string }; errors: object }

/** The demo employees, some with bank accounts, a fund and standing items. */
export async function seedEmployees(
  clientFor: (person: DemoPerson) => Promise<DemoClient>,
  service: Service,
): Promise<void> {
  const owner = await clientFor('owner')
  const southern = await hire(owner, 'Southern Cross Coffee Pty Ltd', SOUTHERN_CROSS)
  const aoraki = await hire(owner, 'Aoraki Coffee Ltd', AORAKI)
  await settle(owner, southern, aoraki)
  await hire(await clientFor('other'), 'Other Bakery Pty Ltd', OTHER_BAKERY)
  // A lapsed customer hired its people while it was still subscribed.
  await setSubscription(service, 'lapsed', 'active')
  await hire(await clientFor('lapsed'), 'Lapsed Landscapes Pty Ltd', LAPSED_LANDSCAPES)
  await setSubscription(service, 'lapsed', 'lapsed')
}

/** Creates the employees of a company and returns their ids by employee number. */
async function hire(client: DemoClient, legalName: string, people: object[]): Promise<Map<string, number>> {
  const companies = await client<Company[]>('GET', '/api/company')
  const company = companies.find((entry) => entry.legal_name === legalName)
  const results = await client<Result[]>('PUT', `/api/company/${company?.id}/employees/create`, people)
  const hired = results.flatMap(({ employee }) => employee ?? [])
  if (hired.length !== people.length)
    throw new Error(`demo data: ${JSON.stringify(results.map((r) => r.errors))}`)
  return new Map(hired.map(({ id, number }) => [number, id]))
}

async function settle(owner: DemoClient, southern: Map<string, number>, aoraki: Map<string, number>) {
  const mia = `/api/employees/${southern.get('SC001')}`
  const remainder = { amount_type: 'REMAINDER' }
  await owner('PUT', `${mia}/bank-accounts`, [
    {
      account_name: 'Mia Savings',
      bsb: '062-000',
      account_number: '10203040',
      amount_type: 'FIXED',
      amount: '150.00',
    },
    { account_name: 'Mia Nguyen', bsb: '062-000', account_number: '12345678', ...remainder },
  ])
  await owner('PUT', `${mia}/super-funds`, [
    {
      fund_type: 'APRA',
      fund_name: 'AustralianSuper',
      usi: 'STA0100AU',
      member_number: '1029384756',
      percentage: 100,
    },
  ])
  await owner('POST', `${mia}/deductions`, {
    description: 'Union fees',
    amount: '12.00',
    classification: 'UNION_FEES',
    auto_apply_to_pay: true,
  })
  const grace = `/api/employees/${southern.get('SC006')}`
  await owner('POST', `${grace}/pay-sacrifices`, {
    description: 'Super sacrifice',
    amount: '0.05',
    amount_type: 'PERCENT_OF_GROSS',
    auto_apply_to_pay: true,
  })
  await owner('POST', `${grace}/allowances`, {
    description: 'First aid officer',
    amount: '18.40',
    allowance_category: 'KN',
    auto_apply_to_pay: true,
  })
  await owner('PUT', `/api/employees/${aoraki.get('AC001')}/bank-accounts`, [
    { account_name: 'Aroha Ngata', account_number: '01-0902-0068389-00', ...remainder },
  ])
  for (const { number, first_name, last_name } of [...SOUTHERN_CROSS, ...AORAKI].filter(isStillUnpaid)) {
    const account_name = `${first_name} ${last_name}`
    const account = southern.has(number)
      ? { bsb: '062-000', account_number: `2030${number.slice(2)}` }
      : { account_number: `01-0902-0068389-0${number.slice(-1)}` }
    const id = southern.get(number) ?? aoraki.get(number)
    await owner('PUT', `/api/employees/${id}/bank-accounts`, [{ account_name, ...account, ...remainder }])
  }
  // Single Touch Payroll requires a working holiday maker's country of nationality.
  const { company_id } = await owner<{ company_id: number }>('GET', mia)
  await owner('PUT', `/api/single-touch/${company_id}/payees/${southern.get('SC005')}`, {
    country_of_nationality: 'DE',
  })
}

const isStillUnpaid = ({ number }: { number: string }) => number !== 'SC001' && number !== 'AC001'

async function setSubscription(service: Service, key: DemoPerson, subscription: 'active' | 'lapsed') {
  const name = DEMO_PEOPLE.find((entry) => entry.key === key)?.customer ?? ''
  await service.database.query
    .updateTable('customers')
    .set({ subscription })
    .where('name', '=', name)
    .execute()
}
