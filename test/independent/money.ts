/*
 * A second look at the money: what each pay owes, what left for it and what is open, added up from answers of the service in
 * whole cents. It imports nothing of the service.
 */
import type { ToldPay } from './ledger.ts'

export type MoneyItem = {
  pay_id: number
  employee_id: number
  kind: string
  party: string
  owed: number
  in_files: number
  settled: number
  open: number
}

export const cents = (amount: number | string | null | undefined): number =>
  Math.round(Number(amount ?? 0) * 100)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export type MoneyFacts = { pays: readonly ToldPay[]; items: readonly MoneyItem[] }

/** The first thing that does not add up, in words. */
export function checkMoney({ pays, items }: MoneyFacts): string | undefined {
  const nets = new Map<number, number>()
  for (const pay of pays) if (pay.status === 'processed') nets.set(pay.id, cents(pay.net))
  for (const item of items) {
    const parts = sum([item.in_files, item.settled, item.open].map(cents))
    if (parts !== cents(item.owed))
      return `item ${item.kind} ${item.party} of pay ${item.pay_id}: files ${item.in_files} + settled ${item.settled} + open ${item.open} is not ${item.owed}`
    if (item.kind === 'net' && cents(item.owed) !== (nets.get(item.pay_id) ?? 0))
      return `pay ${item.pay_id} owes ${item.owed}, and its net is ${(nets.get(item.pay_id) ?? 0) / 100}`
  }
  const listed = new Set(items.filter((item) => item.kind === 'net').map((item) => item.pay_id))
  const missing = [...nets].find(([id, net]) => net !== 0 && !listed.has(id))
  return missing && `the net ${missing[1] / 100} of pay ${missing[0]} is no item`
}
