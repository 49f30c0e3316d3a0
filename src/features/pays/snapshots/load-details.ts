import { sql } from 'kysely'
import { type Queryable, settleAll } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { formatName } from '../../../http/view.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { loadBankAccounts, type StoredAccount } from '../../employees/bank-accounts/index.ts'
import { derivedFields, openEmployee } from '../../employees/employees/index.ts'
import { loadSuperFunds, type StoredFund } from '../../employees/super-funds/index.ts'
import { EMPLOYEE_COLUMNS, type Fund, type PayeeAccount, type RememberedEmployee } from './content.ts'

/** Loads the data for a snapshot of these employees as they are now, in three queries. */
export async function collectEmployees(
  query: Queryable,
  cipher: FieldCipher,
  rows: readonly Employee[],
): Promise<RememberedEmployee[]> {
  const ids = rows.map((row) => row.id)
  const usis = rows.flatMap(({ default_employee_fund_usi: usi }) => usi ?? [])
  const [accounts, funds, registered, incomeTypes] = await settleAll([
    loadBankAccounts(query, cipher, ids),
    loadSuperFunds(query, cipher, ids),
    loadRegistered(query, usis),
    loadIncomeTypes(query, ids),
  ])
  const accountsOf = Map.groupBy(accounts, (account) => account.employee_id)
  const fundsOf = Map.groupBy(funds, (fund) => fund.employee_id)
  return rows.map((row) => {
    const employee = openEmployee(cipher, row)
    const derived = derivedFields(employee)
    const set = incomeTypes.get(row.id)
    const ranked = accountsOf.get(row.id)
    const listed = fundsOf.get(row.id)
    return {
      ...(Object.fromEntries(EMPLOYEE_COLUMNS.map((name) => [name, row[name]])) as Pick<
        Employee,
        (typeof EMPLOYEE_COLUMNS)[number]
      >),
      tax_file_number: employee.tax_file_number,
      ird_number: employee.ird_number,
      income_stream: set ?? derived.income_stream,
      tax_treatment_code: (set && TREATMENTS[set]) ?? derived.tax_treatment_code,
      accounts: ranked ? ranked.map(rankedAccount) : inlineAccounts(employee),
      funds: listed ? listed.map(listedFund) : defaultFund(employee, registered),
    }
  })
}

/** Tax treatments that follow from an income type. The rate of a voluntary agreement is not known here, so it is `other`. */
const TREATMENTS: Readonly<Record<string, string>> = { VOL: 'VOXXXX', SWP: 'WPXXXX' }

/** Income types set for a payee, which override the declaration. */
async function loadIncomeTypes(query: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await query
    .selectFrom('stp_payees')
    .select(['employee_id', 'income_type'])
    .where(sql<boolean>`employee_id = any(${ids}::int[])`)
    .execute()
  return new Map(
    rows.flatMap((row) => (row.income_type ? [[row.employee_id, row.income_type] as const] : [])),
  )
}

type Registered = ReadonlyMap<string, { fund_name: string; abn: string | null }>

async function loadRegistered(query: Queryable, usis: readonly string[]): Promise<Registered> {
  if (usis.length === 0) return new Map()
  const rows = await query
    .selectFrom('fund_registry')
    .select(['usi', 'fund_name', 'abn'])
    .where(sql<boolean>`usi = any(${[...new Set(usis)]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.usi, row]))
}

const rankedAccount = (row: StoredAccount): PayeeAccount => ({
  label: `bank account ${row.rank}`,
  accountName: row.account_name,
  bsb: row.bsb,
  accountNumber: row.account_number,
  reference: row.reference,
  amountType: row.amount_type,
  amount: row.amount,
})

/** A fixed amount goes to the secondary account, and the rest to the primary one. */
function inlineAccounts(employee: Employee): PayeeAccount[] {
  const accounts: PayeeAccount[] = []
  if (employee.secondary_bank_account_number && employee.secondary_bank_amount_per_period)
    accounts.push({
      label: 'the secondary bank account',
      accountName: employee.secondary_bank_account_name ?? formatName(employee),
      bsb: employee.secondary_bank_bsb,
      accountNumber: employee.secondary_bank_account_number,
      reference: employee.secondary_bank_reference,
      amountType: 'FIXED',
      amount: employee.secondary_bank_amount_per_period,
    })
  if (employee.primary_bank_account_number)
    accounts.push({
      label: 'the primary bank account',
      accountName: employee.primary_bank_account_name ?? formatName(employee),
      bsb: employee.primary_bank_bsb,
      accountNumber: employee.primary_bank_account_number,
      reference: null,
      amountType: 'REMAINDER',
      amount: null,
    })
  return accounts.at(-1)?.amountType === 'REMAINDER' ? accounts : []
}

const listedFund = (row: StoredFund): Fund => ({
  rank: row.rank,
  fund_type: row.fund_type,
  fund_name: row.fund_name,
  usi: row.usi,
  abn: row.abn,
  esa: row.esa,
  member_number: row.member_number,
  percentage: row.percentage,
  bank:
    row.bank_bsb && row.bank_account_number
      ? {
          bsb: row.bank_bsb,
          accountNumber: row.bank_account_number,
          accountName: row.bank_account_name ?? row.fund_name,
        }
      : null,
})

/** The fund in the employee record, if there is no list of funds. Its name comes from the registry. */
function defaultFund(employee: Employee, registered: Registered): Fund[] {
  const usi = employee.default_employee_fund_usi
  if (!usi) return []
  const known = registered.get(usi)
  return [
    {
      rank: 0,
      fund_type: 'APRA',
      fund_name: known?.fund_name ?? null,
      usi,
      abn: known?.abn ?? null,
      esa: null,
      member_number: employee.default_employee_fund_member_number,
      percentage: '100',
      bank: null,
    },
  ]
}
