import { invalid } from '../../../kernel/problem.ts'
import { decimal, sum, whole } from '../../../kernel/values/money.ts'
import type { SuperFundInput } from './schema.ts'

export type RankedFund = {
  rank: number
  fund_type: 'APRA' | 'SMSF'
  fund_name: string
  usi: string | null
  abn: string | null
  esa: string | null
  member_number: string | null
  percentage: string
  is_default: boolean
  bank_bsb: string | null
  bank_account_number: string | null
  bank_account_name: string | null
}

const NEEDED = { APRA: ['usi'], SMSF: ['abn', 'esa'] } as const

/** Checks the funds of one employee together: the fields each type needs, 100 percent in total, and one default. */
export function rankFunds(rows: readonly SuperFundInput[]): RankedFund[] {
  const defaults = rows.filter((row) => row.is_default).length
  if (defaults > 1) throw invalid(['body'], 'Only one fund can be the default')
  const funds = rows.map((row, index): RankedFund => {
    const fund = {
      rank: index + 1,
      fund_type: row.fund_type,
      fund_name: row.fund_name.trim(),
      usi: row.usi?.trim().toUpperCase() || null,
      abn: row.abn?.replaceAll(' ', '') || null,
      esa: row.esa?.trim() || null,
      member_number: row.member_number?.trim() || null,
      percentage: String(row.percentage),
      is_default: defaults === 0 ? index === 0 : (row.is_default ?? false),
      bank_bsb: row.bank_bsb?.trim() || null,
      bank_account_number: row.bank_account_number?.trim() || null,
      bank_account_name: row.bank_account_name?.trim() || null,
    }
    for (const name of NEEDED[row.fund_type])
      if (fund[name] === null)
        throw invalid(
          ['body', index, name],
          `${name} is required for a fund of type ${row.fund_type}`,
          'missing',
        )
    if ((fund.bank_bsb === null) !== (fund.bank_account_number === null))
      throw invalid(
        ['body', index, fund.bank_bsb === null ? 'bank_bsb' : 'bank_account_number'],
        'bank_bsb and bank_account_number go together',
        'missing',
      )
    if (Number(fund.percentage) <= 0 || Number(fund.percentage) > 100)
      throw invalid(['body', index, 'percentage'], 'percentage must be above 0 and at most 100')
    return fund
  })
  if (funds.length > 0 && !sum(funds.map((fund) => decimal(fund.percentage))).eq(whole(100)))
    throw invalid(['body'], 'The percentages of the funds must add up to 100')
  return funds
}
