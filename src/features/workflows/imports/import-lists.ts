import type { TSchema } from 'typebox'
import { countryOf } from '../../../countries/index.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import {
  BankAccountInput,
  checkCountry,
  rankAccounts,
  replaceBankAccounts,
} from '../../employees/bank-accounts/index.ts'
import { findUnknownFunds, unknownFund } from '../../employees/employees/index.ts'
import { rankFunds, replaceSuperFunds, SuperFundInput } from '../../employees/super-funds/index.ts'
import { factsOf, fieldsOf, type ImportCall, type Importer } from './kinds.ts'
import { findPeople, type OfEmployee, PERSON_FIELDS, withoutPerson } from './people.ts'
import { type ImportRow, refuseRow, rowCheck, takeRefusal } from './rows.ts'

/* Imports that replace lists of the employees. All rows of an employee together are the new list. */

const exampleOf = (schema: TSchema) => factsOf(schema).examples?.[0] ?? {}

export const bankAccountsImport: Importer = {
  about: 'One bank account. The rows of an employee, in their order, replace the previous accounts.',
  fields: () => [...PERSON_FIELDS, ...fieldsOf(BankAccountInput, exampleOf(BankAccountInput), ['id'])],
  async run(call, rows) {
    const lists = await listsOf(call, rows, rowCheck<BankAccountInput>(BankAccountInput), (inputs) =>
      checkCountry(rankAccounts(inputs), call.company.jurisdiction),
    )
    for (const batch of batchesOf(lists)) await replaceBankAccounts(call.service, call.tx, batch)
  },
}

export const superFundsImport: Importer = {
  about: 'One super fund. The rows of an employee, in their order, replace the previous funds.',
  fields: (country) =>
    countryOf(country).retirement.contributionFile
      ? [...PERSON_FIELDS, ...fieldsOf(SuperFundInput, exampleOf(SuperFundInput), ['id'])]
      : PERSON_FIELDS,
  async run(call, rows) {
    const { service, tx, company } = call
    const { name, retirement } = countryOf(company.jurisdiction)
    if (retirement.contributionFile === null)
      for (const row of rows) refuseRow(row, null, `Super funds are Australian; this company is in ${name}.`)
    const usis = rows.map((row) => (typeof row.values.usi === 'string' ? row.values.usi.toUpperCase() : null))
    const unknown = await findUnknownFunds(service, usis)
    for (const [index, row] of rows.entries()) {
      const usi = usis[index]
      if (usi && unknown.has(usi)) refuseRow(row, 'usi', unknownFund(usi))
    }
    const lists = await listsOf(call, rows, rowCheck<SuperFundInput>(SuperFundInput), rankFunds)
    for (const batch of batchesOf(lists)) await replaceSuperFunds(service, tx, batch)
  },
}

/** Encrypting the account numbers of ten thousand employees at once would block all other requests. */
const EMPLOYEES_AT_ONCE = 500

function* batchesOf<T>(lists: ReadonlyMap<number, T>): Generator<Map<number, T>> {
  const all = [...lists]
  for (let from = 0; from < all.length; from += EMPLOYEES_AT_ONCE)
    yield new Map(all.slice(from, from + EMPLOYEES_AT_ONCE))
}

/** The list of each employee. Errors of a list are reported on its rows. */
async function listsOf<I, T>(
  { tx, company, onDone }: ImportCall,
  rows: readonly ImportRow[],
  check: (row: ImportRow, value: unknown) => I | null,
  listOf: (inputs: readonly I[]) => T[],
): Promise<Map<number, T[]>> {
  const yieldIfDue = createYielder()
  const inputs = new Map<ImportRow, I>()
  const people = await findPeople(tx, company, rows)
  for (const { row } of people) {
    row.action = 'replace'
    const input = check(row, withoutPerson(row))
    if (input !== null) inputs.set(row, input)
    onDone(inputs.size)
    await yieldIfDue()
  }
  const lists = new Map<number, T[]>()
  for (const [id, own] of Map.groupBy(people, ({ employee }: OfEmployee) => employee.id)) {
    await yieldIfDue()
    const good = own.flatMap(({ row }) => inputs.get(row) ?? [])
    if (good.length < own.length) continue
    try {
      lists.set(id, listOf(good))
    } catch (error) {
      takeRefusal(
        own.slice(0, 1).map(({ row }) => row),
        error,
      )
    }
  }
  return lists
}
