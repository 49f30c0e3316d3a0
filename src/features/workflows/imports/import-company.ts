import { Type } from 'typebox'
import { countryOf } from '../../../countries/index.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { invalid } from '../../../kernel/problem.ts'
import {
  createPayRateIn,
  insertOwnRate,
  listOwnRatesOf,
  listPayRates,
  PayRateInput,
  readPrice,
} from '../../employees/pay-rates/index.ts'
import { CompanyAllowanceCreate, createAllowanceIn, listAllowances } from '../../employer/allowances/index.ts'
import { createPayeeIn, listPayees, openPayee, PayeeCreate } from '../../money/payments/index.ts'
import { fieldsOf, type ImportCall, type Importer, type ImportField } from './kinds.ts'
import { findPeople, PERSON_FIELDS, withoutPerson } from './people.ts'
import { type ImportRow, isGood, refuseDuplicates, refuseRow, rowCheck, takeRefusal } from './rows.ts'

/* Data of the company: payees of deductions, pay rates and allowances. A row that already exists is refused. */

/** A cell that lists several employees. */
const EMPLOYEE_NUMBERS: ImportField = {
  name: 'employee_numbers',
  schema: Type.String({
    maxLength: 100_000,
    description: 'Numbers of the employees it applies to, separated by semicolons.',
  }),
  isRequired: false,
  example: 'E100; E101',
}

const lower = (text: unknown) =>
  String(text ?? '')
    .trim()
    .toLowerCase()

/** Processes each row separately, and stores the reason if one is refused. */
async function eachRow(rows: readonly ImportRow[], work: (row: ImportRow) => Promise<void>): Promise<void> {
  const yieldIfDue = createYielder()
  for (const row of rows) {
    await yieldIfDue()
    row.action = 'create'
    if (!isGood(row)) continue
    try {
      await work(row)
    } catch (error) {
      takeRefusal([row], error)
    }
  }
}

/** The employee ids for the numbers in each row. */
async function idsOf(
  { tx, company }: ImportCall,
  rows: readonly ImportRow[],
): Promise<Map<ImportRow, number[]>> {
  const yieldIfDue = createYielder()
  const wanted: { row: ImportRow; number: string }[] = []
  let named = 0
  for (const row of rows) {
    const numbers = numbersOf(row)
    // Duplicates count too, because parsing them takes just as long.
    named += numbers.length
    if (named > NUMBERS_MAX)
      throw invalid(
        ['body'],
        `The file names more than ${NUMBERS_MAX.toLocaleString('en')} employees. Split it`,
        'too_long',
      )
    for (const number of new Set(numbers)) wanted.push({ row, number })
    await yieldIfDue()
  }
  // For the lookup, each number is a separate row. Errors are reported on the original row.
  const asked = wanted.map(({ row, number }) => ({ ...row, errors: [], values: { employee_number: number } }))
  const found = new Map((await findPeople(tx, company, asked)).map(({ row, employee }) => [row, employee.id]))
  const ids = new Map<ImportRow, number[]>()
  for (const [index, { row }] of wanted.entries()) {
    const each = asked[index]
    const id = each && found.get(each)
    if (id === undefined)
      for (const { message } of each?.errors ?? []) refuseRow(row, 'employee_numbers', message)
    else {
      const own = ids.get(row) ?? []
      own.push(id)
      ids.set(row, own)
    }
  }
  return ids
}

/** The maximum number of employee numbers in all rows of a file. */
const NUMBERS_MAX = 100_000

function numbersOf(row: ImportRow): string[] {
  const numbers = String(row.values.employee_numbers ?? '').split(';', NUMBERS_MAX + 1)
  return numbers.map((number) => number.trim()).filter(Boolean)
}

const payeeCheck = rowCheck<PayeeCreate>(PayeeCreate)

export const payeesImport: Importer = {
  about:
    'One payee of deductions: a union, an agency, a landlord. Standing deductions name it by payee_name.',
  fields: () =>
    fieldsOf(PayeeCreate, {
      kind: 'union',
      name: 'Hospitality Union',
      bsb: '062-000',
      account_number: '10203040',
    }),
  async run({ service, tx, company }, rows) {
    const keyOf = (row: Record<string, unknown>, account: string) =>
      `${lower(row.name)}|${lower(row.bsb)}|${account.replace(/\D/g, '')}`
    const known = await listPayees(tx, company.id)
    const taken = new Set(known.map((payee) => keyOf(payee, openPayee(service.cipher, payee))))
    const key = ({ values }: ImportRow) => keyOf(values, String(values.account_number ?? ''))
    refuseDuplicates(rows, key)
    await eachRow(rows, async (row) => {
      row.subject = String(row.values.name ?? '')
      if (taken.has(key(row))) return refuseRow(row, 'name', 'The company already has this payee.')
      const input = payeeCheck(row, row.values)
      if (input) await createPayeeIn(service, tx, company, input)
    })
  },
}

const rateCheck = rowCheck<PayRateInput>(PayRateInput)

export const payRatesImport: Importer = {
  about:
    'One pay rate: an employee’s own where employee_number, employee_id or employee_name names one, else the company’s, listed for those in employee_numbers.',
  fields: () => [
    ...PERSON_FIELDS,
    ...fieldsOf(PayRateInput, { description: 'Sunday', multiplier: '1.5', award_name: 'Hospitality Award' }),
    EMPLOYEE_NUMBERS,
  ],
  async run(call, rows) {
    const { service, tx, company } = call
    const isOwn = ({ values }: ImportRow) => PERSON_FIELDS.some(({ name }) => values[name] !== undefined)
    const people = await findPeople(tx, company, rows.filter(isOwn))
    const ownerOf = new Map(people.map(({ row, employee }) => [row, employee.id]))
    const listed = await idsOf(call, rows)
    const key = (parts: readonly unknown[]) => parts.map(lower).join('|')
    const companyRates = (await listPayRates(tx, company.id)).map((rate) =>
      key(['company', rate.description, rate.award_name, rate.group_name]),
    )
    const ownRates = (await listOwnRatesOf(tx, [...new Set(ownerOf.values())])).map((rate) =>
      key([rate.employee_id, rate.description]),
    )
    const taken = new Set([...companyRates, ...ownRates])
    await eachRow(rows, async (row) => {
      const { employee_numbers: _numbers, ...values } = withoutPerson(row)
      const input = rateCheck(row, values)
      if (!input) return
      const owner = ownerOf.get(row)
      if (owner === undefined) row.subject = input.description
      const own =
        owner === undefined
          ? ['company', input.description, input.award_name, input.classification_name]
          : [owner, input.description]
      if (taken.has(key(own))) return refuseRow(row, 'description', 'This rate already exists.')
      taken.add(key(own))
      if (owner !== undefined) {
        const { description, units } = input
        const rate = { description: description.trim(), units: units?.trim() || 'hours', ...readPrice(input) }
        await insertOwnRate(tx, owner, rate, service.clock.now())
        return
      }
      const { units: _units, ...rate } = input
      await createPayRateIn(service, tx, company, { ...rate, employee_ids: listed.get(row) ?? [] })
    })
  },
}

const allowanceCheck = rowCheck<CompanyAllowanceCreate>(CompanyAllowanceCreate)

export const companyAllowancesImport: Importer = {
  about: 'One allowance of the company, attached to the employees in employee_numbers.',
  fields: (country) => [
    ...fieldsOf(
      CompanyAllowanceCreate,
      {
        description: 'Tool allowance',
        amount: '15.50',
        auto_apply_to_pay: 'true',
        ...(countryOf(country).law.isAllowanceCategoryNeeded ? { allowance_category: 'TD' } : {}),
      },
      ['employee_ids'],
    ),
    EMPLOYEE_NUMBERS,
  ],
  async run(call, rows) {
    const { service, tx, company } = call
    const attached = await idsOf(call, rows)
    const taken = new Set((await listAllowances(tx, company.id)).map((row) => lower(row.description)))
    await eachRow(rows, async (row) => {
      const { employee_numbers: _numbers, ...values } = row.values
      row.subject = String(values.description ?? '')
      const input = allowanceCheck(row, { description: null, amount: null, ...values })
      if (!input) return
      if (taken.has(lower(input.description)))
        return refuseRow(row, 'description', 'The company already has an allowance with this description.')
      taken.add(lower(input.description))
      await createAllowanceIn(service, tx, company, { ...input, employee_ids: attached.get(row) ?? [] })
    })
  },
}
