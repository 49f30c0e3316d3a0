import type { DemoClient } from './client.ts'
import type { DemoPerson } from './people.ts'

const HOSPITALITY = 'Hospitality Industry (General) Award'

/** The demo companies of the owner, the other customer and the lapsed one, with allowances and pay rates. */
export async function seedCompanies(clientFor: (person: DemoPerson) => Promise<DemoClient>): Promise<void> {
  const owner = await clientFor('owner')
  const southern = await create(owner, {
    jurisdiction: 'AU',
    legal_name: 'Southern Cross Coffee Pty Ltd',
    trading_name: 'Southern Cross Coffee',
    abn: '51824753556',
    branch_number: '1',
    address1: '12 Roastery Lane',
    city: 'Newtown',
    state: 'NSW',
    country: 'AU',
    postcode: '2042',
    contact_name: 'Olivia Owner',
    email_address: 'owner@demo.example',
    phone: '02 5550 1234',
    bank_bsb: '062-000',
    bank_account_number: '12345678',
    bank_account_name: 'Southern Cross Coffee',
    bank_name_code: 'CBA',
    direct_entry_user_id: '301500',
  })
  await owner('POST', `/api/company/${southern}/allowances`, {
    description: 'Barista tools',
    amount: '12.50',
    allowance_category: 'TD',
    auto_apply_to_pay: true,
  })
  await owner('POST', `/api/company/${southern}/allowances`, {
    description: 'Laundry',
    amount: '6.25',
    allowance_category: 'LD',
  })
  for (const rate of [
    { description: 'Saturday', multiplier: '1.25' },
    { description: 'Sunday', multiplier: '1.5' },
    { description: 'Public holiday', multiplier: '2.25' },
  ])
    await owner('POST', `/api/company/${southern}/pay-rates`, {
      award_name: HOSPITALITY,
      classification_name: 'Level 2',
      ...rate,
    })
  await owner('POST', `/api/company/${southern}/pay-rates`, { description: 'Training', rate: '28.00' })

  const aoraki = await create(owner, {
    jurisdiction: 'NZ',
    legal_name: 'Aoraki Coffee Ltd',
    ird_number: '49091850',
    address1: '8 Mackenzie Drive',
    city: 'Twizel',
    state: 'CAN',
    country: 'NZ',
    postcode: '7901',
    contact_name: 'Olivia Owner',
    email_address: 'owner@demo.example',
    phone: '03 555 1234',
    bank_account_number: '01-0902-0068389-000',
    bank_account_name: 'Aoraki Coffee',
    default_pay_period: 'FORTNIGHTLY',
  })
  await owner('POST', `/api/company/${aoraki}/allowances`, { description: 'Tool allowance', amount: '15' })
  await owner('POST', `/api/company/${aoraki}/pay-rates`, {
    description: 'Public holiday',
    multiplier: '1.5',
  })

  await create(await clientFor('other'), {
    jurisdiction: 'AU',
    legal_name: 'Other Bakery Pty Ltd',
    abn: '53004085616',
    address1: '3 Oven Street',
    city: 'Brunswick',
    state: 'VIC',
    country: 'AU',
    postcode: '3056',
    bank_bsb: '083-004',
    bank_account_number: '87654321',
    bank_account_name: 'Other Bakery',
    bank_name_code: 'NAB',
    direct_entry_user_id: '301501',
  })
  await create(await clientFor('lapsed'), {
    jurisdiction: 'AU',
    legal_name: 'Lapsed Landscapes Pty Ltd',
    abn: '83914571673',
    address1: '40 Fernery Road',
    city: 'Toowong',
    state: 'QLD',
    country: 'AU',
    postcode: '4066',
    bank_bsb: '484-799',
    bank_account_number: '11223344',
    bank_account_name: 'Lapsed Landscapes',
    bank_name_code: 'MET',
    direct_entry_user_id: '301502',
  })
}

async function create(client: DemoClient, company: object): Promise<number> {
  const { id } = await client<{ id: number }>('PUT', '/api/company/create', company)
  return id
}
