import type { PaydaySums } from '../../../countries/contract/authority.ts'
import type { NumberSums } from '../../../database/tables/number-sums.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { decimal, sum } from '../../../kernel/values/money.ts'
import type { PriorPaye } from './payment-queries.ts'

/** The amounts of a payday that are owed under one number of the employer; null: the current ones. */
export type OwedSums = PaydaySums & { company_id: number; identity_id: number | null }

/** Splits paydays by the number that each pay was lodged under. */
export const sumsByNumber = (
  paydays: readonly (PaydaySums & { company_id: number; by_number: readonly NumberSums[] })[],
): OwedSums[] =>
  paydays.flatMap((row) => {
    const { company_id, pay_date, tax, deducted, paye_and_esct, parts } = row
    const one = { identity_id: null, tax, deducted, paye_and_esct, parts }
    return (row.by_number.length > 0 ? row.by_number : [one]).map((own) => ({ ...own, company_id, pay_date }))
  })

/**
 * Adds filed adjustments of earlier periods' PAYE: they are paid with the payday, or the span of paydays, that they were
 * filed with. The pays of a payday may be deleted while an adjustment stays filed for it.
 */
export function withPrior(
  sums: readonly OwedSums[],
  prior: readonly PriorPaye[],
  spanOf: (payDate: CivilDate) => string = (payDate) => payDate,
): OwedSums[] {
  const keyOf = (row: { company_id: number; identity_id: number | null; pay_date: CivilDate }) =>
    `${row.company_id} ${row.identity_id} ${spanOf(row.pay_date)}`
  const adjusted = Map.groupBy(prior, keyOf)
  const taken = new Set<string>()
  const together = sums.map((row) => {
    const key = keyOf(row)
    if (taken.has(key)) return row
    taken.add(key)
    return plusPaye(row, adjusted.get(key) ?? [])
  })
  const alone = [...adjusted].flatMap(([key, [first, ...more]]) =>
    taken.has(key) || !first ? [] : [plusPaye(noPays(first), [first, ...more])],
  )
  return [...together, ...alone]
}

function plusPaye(row: OwedSums, prior: readonly PriorPaye[]): OwedSums {
  if (prior.length === 0) return row
  const adjustment = sum(prior.map(({ amount }) => decimal(amount)))
  const add = (amount: string) => decimal(amount).plus(adjustment).toFixed(2)
  return {
    ...row,
    deducted: add(row.deducted),
    paye_and_esct: add(row.paye_and_esct),
    parts: { ...row.parts, paye: add(row.parts.paye ?? '0') },
  }
}

/** A payday without amounts. */
export const noPays = ({
  company_id,
  identity_id,
  pay_date,
}: Pick<OwedSums, 'company_id' | 'identity_id' | 'pay_date'>): OwedSums => ({
  ...{ company_id, identity_id, pay_date },
  ...{ tax: '0', deducted: '0', paye_and_esct: '0' },
  parts: { child_support: '0' },
})
