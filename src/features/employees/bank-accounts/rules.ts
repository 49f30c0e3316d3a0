import { countryOf } from '../../../countries/index.ts'
import { invalid, unprocessable } from '../../../kernel/problem.ts'
import { decimal, sum, whole } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { BankAccountInput } from './schema.ts'

export type RankedAccount = Omit<BankAccountInput, 'id' | 'rank' | 'amount' | 'bsb' | 'reference'> & {
  rank: number
  bsb: string | null
  reference: string | null
  amount: string | null
}

const HUNDRED = whole(100)

/** Sorts the rows and checks them together: one remainder, which comes last, and no more than 100 percent in total. */
export function rankAccounts(rows: readonly BankAccountInput[]): RankedAccount[] {
  const ordered = orderOf(rows)
  const ranked = ordered.map(({ row }, index) => ({
    rank: index + 1,
    account_name: row.account_name.trim(),
    bsb: row.bsb ? hyphened(row.bsb) : null,
    account_number: row.account_number.trim(),
    reference: row.reference?.trim() || null,
    amount_type: row.amount_type,
    amount: row.amount === null || row.amount === undefined ? null : String(row.amount),
  }))
  for (const [index, { place }] of ordered.entries()) {
    const account = present(ranked[index])
    const isLast = index === ranked.length - 1
    if (account.amount_type === 'REMAINDER' && !isLast)
      throw invalid(['body', place, 'amount_type'], 'REMAINDER must occur once, in the last place')
    if (isLast && account.amount_type !== 'REMAINDER')
      throw invalid(['body', place, 'amount_type'], 'The last account must take the REMAINDER')
    checkAmount(account, place)
  }
  const percentages = ranked.filter((row) => row.amount_type === 'PERCENTAGE')
  if (sum(percentages.map((row) => decimal(row.amount ?? '0'))).gt(HUNDRED))
    throw invalid(['body'], 'The percentages add up to more than 100')
  return ranked
}

/** Checks accounts against the rules of the company's country. Errors name the row's rank, never the account number. */
export function checkCountry(accounts: readonly RankedAccount[], jurisdiction: string): RankedAccount[] {
  const { check } = countryOf(jurisdiction).bankAccount
  return accounts.map((account) => {
    const where = `Account ${account.rank}`
    const checked = check(account)
    if ('problem' in checked) throw unprocessable(`${where}: ${checked.problem}`)
    return { ...account, account_number: checked.number }
  })
}

function orderOf(rows: readonly BankAccountInput[]) {
  const placed = rows.map((row, place) => ({ row, place }))
  const ranks = rows.flatMap((row) => row.rank ?? [])
  if (ranks.length === 0) return placed
  if (ranks.length !== rows.length || new Set(ranks).size !== ranks.length)
    throw invalid(['body'], 'Give every account its own rank, or none of them')
  return placed.sort((a, b) => (a.row.rank ?? 0) - (b.row.rank ?? 0))
}

function checkAmount({ amount, amount_type }: RankedAccount, place: number): void {
  const loc = ['body', place, 'amount']
  if (amount_type === 'REMAINDER') {
    if (amount !== null) throw invalid(loc, 'amount must be omitted for the REMAINDER')
    return
  }
  if (amount === null) throw invalid(loc, `amount is required with ${amount_type}`, 'missing')
  if (Number(amount) === 0) throw invalid(loc, 'amount must be above 0')
  if (amount_type === 'PERCENTAGE' && decimal(amount).gt(HUNDRED))
    throw invalid(loc, 'amount must not be above 100 percent')
}

function hyphened(bsb: string): string {
  const digits = bsb.replaceAll('-', '')
  return `${digits.slice(0, 3)}-${digits.slice(3)}`
}
