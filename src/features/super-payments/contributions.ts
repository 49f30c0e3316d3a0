import { allocate, type Decimal, decimal, sum, ZERO } from '../../payroll/money.ts'

/** Where a contribution goes. `rank` 0 is the fund named on the employee record itself. */
export type Fund = {
  rank: number
  fund_type: 'APRA' | 'SMSF'
  fund_name: string | null
  usi: string | null
  abn: string | null
  esa: string | null
  member_number: string | null
  percentage: string
}

/** What a pay owes to super. */
export type PaySuper = { guarantee: Decimal; sacrificed: Decimal; voluntary: Decimal }

/** The super of a stored pay. */
export function superOf(pay: {
  compulsory_super: string | null
  sacrificed_super: string | null
  resc_super: string | null
}): PaySuper {
  const sacrificed = decimal(pay.sacrificed_super ?? '0')
  return {
    guarantee: decimal(pay.compulsory_super ?? '0'),
    sacrificed,
    voluntary: decimal(pay.resc_super ?? '0').minus(sacrificed),
  }
}

/** The part of a pay's super that goes to one fund. */
export type Share = PaySuper & { fund: Fund | null; amount: Decimal }

/** Splits a pay's super among the employee's funds by their percentages, to the cent; without a fund it stays in one piece. */
export function splitAmongFunds(owed: PaySuper, funds: readonly Fund[]): Share[] {
  const total = sum([owed.guarantee, owed.sacrificed, owed.voluntary])
  if (total.eq(ZERO)) return []
  if (funds.length === 0) return [{ ...owed, fund: null, amount: total }]
  const weights = funds.map((fund) => decimal(fund.percentage))
  const parts = (amount: Decimal) => allocate(amount, weights)
  const [guarantee, sacrificed, voluntary] = [
    parts(owed.guarantee),
    parts(owed.sacrificed),
    parts(owed.voluntary),
  ]
  return funds
    .map((fund, index) => {
      const share = {
        guarantee: guarantee[index] ?? ZERO,
        sacrificed: sacrificed[index] ?? ZERO,
        voluntary: voluntary[index] ?? ZERO,
      }
      return { ...share, fund, amount: sum([share.guarantee, share.sacrificed, share.voluntary]) }
    })
    .filter((share) => !share.amount.eq(ZERO))
}
