import { Type } from 'typebox'
import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { changeMainAccounts, type MainAccount } from '../../employees/bank-accounts/index.ts'
import type { ItemErrors } from '../../employees/employees/index.ts'
import {
  createEmployeesIn,
  EmployeeCreate,
  type EmployeeInput,
  EmployeeUpdate,
  loadEmployees,
  normaliseEmployee,
  updateEmployeesIn,
} from '../../employees/employees/index.ts'
import { isListed } from '../../employees/requests/index.ts'
import { factsOf, fieldsOf, type ImportCall, type Importer } from './kinds.ts'
import { type ImportRow, isGood, refuseDuplicates, refuseRow, rowCheck } from './rows.ts'

const checkNew = rowCheck<EmployeeInput>(EmployeeCreate)
const checkChange = rowCheck<EmployeeInput>(EmployeeUpdate)
const { examples: [example = {}] = [] } = factsOf(EmployeeCreate)

/** Creates employees. A number that the company already has updates that employee. */
export const employeesImport: Importer = {
  about: 'One employee. A number that already exists changes that employee; empty cells change nothing.',
  fields: (country) => {
    const fields = fieldsOf(EmployeeCreate, example)
    return isListed(country) ? fields.map((field) => LISTED[field.name] ?? field) : fields
  },
  async run({ service, tx, company, onDone }, rows) {
    refuseDuplicates(rows, (row) => (row.values.number === undefined ? null : String(row.values.number)))
    const numbers = rows.flatMap((row) => row.values.number ?? []).map(String)
    const known = new Set(
      (await loadEmployees(tx, company.id, { numbers })).map((employee) => employee.number),
    )
    const today = service.clock.today()
    const yieldIfDue = createYielder()
    const inputs = new Map<ImportRow, EmployeeInput>()
    const accounts = new Map<ImportRow, MainAccount>()
    for (const [index, row] of rows.entries()) {
      row.subject = [row.values.first_name, row.values.last_name].filter(Boolean).join(' ')
      row.action = known.has(String(row.values.number)) ? 'update' : 'create'
      const account = takeListedAccount(company, row)
      if (account) accounts.set(row, account)
      const isNew = row.action === 'create'
      const values = normaliseEmployee(
        isNew ? { pay_period: company.default_pay_period, ...row.values } : row.values,
      )
      const input = isNew ? checkNew(row, values) : checkChange(row, values)
      if (input) inputs.set(row, input)
      if (typeof input?.date_of_birth === 'string' && input.date_of_birth > today)
        refuseRow(row, 'date_of_birth', 'date_of_birth must not be in the future')
      onDone(index)
      await yieldIfDue()
    }
    const good = rows.filter(isGood)
    const created = good.filter((row) => row.action === 'create')
    const changed = good.filter((row) => row.action === 'update')
    const inputsOf = (some: readonly ImportRow[]) => some.flatMap((row) => inputs.get(row) ?? [])
    const results: [readonly ImportRow[], readonly Result[]][] = []
    if (created.length > 0)
      results.push([created, await createEmployeesIn(service, tx, company, inputsOf(created))])
    if (changed.length > 0)
      results.push([
        changed,
        await updateEmployeesIn(service, tx, company, inputsOf(changed), {
          identifierType: 'employee_number',
          ifMatch: undefined,
        }),
      ])
    for (const [some, stored] of results) {
      tell(some, stored)
      await storeAccounts({ service, tx }, some, stored, accounts)
    }
  },
}

type Result = Awaited<ReturnType<typeof createEmployeesIn>>[number]

/** In a country that lists accounts, the first account of a file starts the list. */
const LISTED: Readonly<Record<string, ReturnType<typeof fieldsOf>[number]>> = {
  primary_bank_account_number: {
    name: 'primary_bank_account_number',
    schema: Type.String({
      maxLength: 24,
      description:
        'Bank, branch, account and suffix. Goes on the list of bank accounts and gets the net pay.',
    }),
    isRequired: false,
    example: '',
  },
}

/** Takes the account out of the row, because its number is too long for the employee record. */
function takeListedAccount({ jurisdiction }: Company, row: ImportRow): MainAccount | null {
  const field = 'primary_bank_account_number'
  const { [field]: number, primary_bank_account_name: name, ...others } = row.values
  if (!isListed(jurisdiction) || typeof number !== 'string') return null
  const checked = countryOf(jurisdiction).bankAccount.check({ bsb: null, account_number: number.trim() })
  if ('problem' in checked) {
    refuseRow(row, field, `${field}: ${checked.problem}`)
    return null
  }
  row.values = others
  return { number: checked.number, name: typeof name === 'string' ? name : undefined }
}

async function storeAccounts(
  { service, tx }: Pick<ImportCall, 'service' | 'tx'>,
  rows: readonly ImportRow[],
  results: readonly Result[],
  accounts: ReadonlyMap<ImportRow, MainAccount>,
): Promise<void> {
  const given = results.flatMap(({ employee }, index): [number, MainAccount][] => {
    const row = rows[index]
    const account = row && accounts.get(row)
    return account && employee?.id !== undefined ? [[employee.id, account]] : []
  })
  for (let from = 0; from < given.length; from += ACCOUNTS_AT_ONCE)
    await changeMainAccounts(service, tx, new Map(given.slice(from, from + ACCOUNTS_AT_ONCE)), true)
}

/** Encrypting the account numbers of ten thousand employees at once would block all other requests. */
const ACCOUNTS_AT_ONCE = 500

function tell(
  rows: readonly ImportRow[],
  results: readonly { errors: ItemErrors; warnings?: string[] }[],
): void {
  for (const [index, { errors, warnings }] of results.entries()) {
    const row = rows[index]
    if (!row) continue
    for (const [field, message] of Object.entries(errors))
      refuseRow(row, field === 'detail' ? null : field, message)
    row.warnings.push(...(warnings ?? []))
  }
}
