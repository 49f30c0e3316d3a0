import type { Locator, Page } from 'playwright-core'

// biome-ignore lint/suspicious/noExplicitAny: answers of the service are read as they come
type Answer = any

/** The tools for filling in a form: a payroll officer's browser page, and API reads on their behalf. */
export type Desk = {
  page: Page
  open(path: string): Promise<void>
  button(name: string | RegExp, within?: Locator): Locator
  dialog(): Locator
  read(path: string): Promise<Answer>
}

/** A form: how to open and fill it, its button, and how to count the records it creates. */
export type Form = {
  name: string
  fill(desk: Desk, mark: string): Promise<void>
  submit(desk: Desk): Locator
  count(desk: Desk, mark: string): Promise<number>
}

export async function fillPayee(dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel('BSB').fill('062-000')
  await dialog.getByLabel('Account number').fill('12345678')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
}

/** Forms on eight screens. Each creates one record in the demo company. */
export const FORMS: Form[] = [
  {
    name: 'a company',
    fill: async ({ page, open }, mark) => {
      await open('new-company')
      await page.getByLabel('Legal name').fill(`Twice ${mark} Ltd`)
    },
    submit: ({ button }) => button('Create the company'),
    count: async ({ read }, mark) =>
      (await read('/api/company')).filter((row: Answer) => row.legal_name.includes(mark)).length,
  },
  {
    name: 'a payee',
    fill: async ({ open, button, dialog }, mark) => {
      await open('companies/1/payees')
      await button('New payee').click()
      await fillPayee(dialog(), `Payee ${mark}`)
    },
    submit: ({ button, dialog }) => button('Add the payee', dialog()),
    count: async ({ read }, mark) =>
      (await read('/api/company/1/payees')).filter((row: Answer) => row.name.includes(mark)).length,
  },
  {
    name: 'a pay rate',
    fill: async ({ open, button, dialog }, mark) => {
      await open('companies/1/pay-rates')
      await button('New pay rate').click()
      await dialog().getByLabel('Description').fill(`Rate ${mark}`)
      await dialog().getByLabel('Times').fill('1.5')
    },
    submit: ({ button, dialog }) => button('Save', dialog()),
    count: async ({ read }, mark) =>
      JSON.stringify(await read('/api/company/1/pay-rates')).split(`Rate ${mark}"`).length - 1,
  },
  {
    name: 'an allowance',
    fill: async ({ open, button, dialog }, mark) => {
      await open('companies/1/allowances')
      await button('New allowance').click()
      await dialog().getByLabel('Description').fill(`Allowance ${mark}`)
      await dialog().getByLabel('Dollars').fill('10')
    },
    submit: ({ button, dialog }) => button('Save', dialog()),
    count: async ({ read }, mark) =>
      (await read('/api/company/1/allowances')).filter((row: Answer) => row.description.includes(mark))
        .length,
  },
  {
    name: 'a pay calendar',
    fill: async ({ open, button, dialog }, mark) => {
      await open('companies/1/pay-calendars')
      await button('New pay calendar').click()
      await dialog().getByLabel('Name').fill(`Calendar ${mark}`)
      await dialog().getByLabel('A day on which a period ends').fill('2026-11-15')
    },
    submit: ({ button, dialog }) => button('Save', dialog()),
    count: async ({ read }, mark) =>
      (await read('/api/company/1/pay-calendars')).filter((row: Answer) => row.name.includes(mark)).length,
  },
  {
    name: 'an API client',
    fill: async ({ open, button, dialog }, mark) => {
      await open('api-management/clients')
      await button('New client').click()
      await dialog().getByLabel('Name').fill(`Client ${mark}`)
      await dialog().getByLabel('Redirect URIs').fill('https://client.example/callback')
    },
    submit: ({ button, dialog }) => button('Create the client', dialog()),
    count: async ({ read }, mark) =>
      JSON.stringify(await read('/api/api-admin/clients')).split(`Client ${mark}"`).length - 1,
  },
  {
    name: 'an invitation',
    fill: async ({ open, button, dialog }, mark) => {
      await open('people')
      await button('Invite someone').click()
      await dialog().getByLabel('Name').fill('Twice Invited')
      await dialog().getByLabel('E-mail address').fill(`${mark.toLowerCase()}@client.example`)
    },
    submit: ({ button, dialog }) => button('Send the invitation', dialog()),
    count: async ({ read }, mark) =>
      (await read('/api/outbox')).filter((mail: Answer) => mail.to_address.startsWith(mark.toLowerCase()))
        .length,
  },
  {
    name: 'a deduction',
    fill: async ({ open, button, dialog }, mark) => {
      await open('companies/1/employees/1/pay')
      await button('Add a deduction').click()
      await dialog().getByLabel('Description').fill(`Deduction ${mark}`)
      await dialog().getByLabel('Dollars').fill('5')
    },
    submit: ({ button, dialog }) => button('Add', dialog()),
    count: async ({ read }, mark) =>
      JSON.stringify(await read('/api/employees/1/deductions')).split(`Deduction ${mark}`).length - 1,
  },
]
