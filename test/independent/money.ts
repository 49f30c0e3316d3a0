/*
 * A second look at the money: what each pay owes, what left for it and what is open, added up from answers of the service in
 * whole cents. It imports nothing of the service.
 */
import type { ToldPay } from './ledger.ts'

export type MoneyItem = {
  pay_id: number
  pay_date: string
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

export type Contribution = { pay_id: number; amount: number; sent_amount: number; open_amount: number }

/** The super of each pay against the contributions that the ledger lists; the first difference in words. */
export function checkFunds(pays: readonly ToldPay[], rows: readonly Contribution[]): string | undefined {
  const listed = new Map<number, number>()
  for (const row of rows) {
    if (cents(row.sent_amount) + cents(row.open_amount) !== cents(row.amount))
      return `the contribution of pay ${row.pay_id}: sent ${row.sent_amount} + open ${row.open_amount} is not ${row.amount}`
    listed.set(row.pay_id, (listed.get(row.pay_id) ?? 0) + cents(row.amount))
  }
  for (const pay of pays)
    if (pay.status === 'processed' && (listed.get(pay.id) ?? 0) !== cents(pay.super))
      return `pay ${pay.id} owes super ${pay.super}, and ${(listed.get(pay.id) ?? 0) / 100} is listed`
  return undefined
}

export type BankFile = { text: string; status: string }
export type Settlement = {
  total: number
  method: string
  reversed_at: string | null
  pay_ids: readonly number[]
}

/** What a bank file pays, read from its own text: ABA, or the file of BNZ. */
export function readBankFile(text: string): { account: string; cents: number }[] {
  const lines = text.split('\r\n')
  return text.startsWith('0')
    ? lines
        .filter((line) => line.startsWith('1') && line.slice(18, 20) !== '13')
        .map((line) => ({ account: line.slice(8, 17).trim(), cents: Number(line.slice(20, 30)) }))
    : lines
        .map((line) => line.split(','))
        .filter(([kind]) => kind === '2')
        .map((fields) => ({ account: fields[1] ?? '', cents: Number(fields[3]) }))
}

/** The texts of all living files, what was settled by hand and what is open are what the pays owe, to the cent. */
export function checkFiles(
  items: readonly MoneyItem[],
  files: readonly BankFile[],
  settlements: readonly Settlement[],
): string | undefined {
  const living = files.filter(({ status }) => status !== 'cancelled')
  const sent = sum(living.flatMap(({ text }) => readBankFile(text).map((credit) => credit.cents)))
  const known = new Set(items.map((item) => item.pay_id))
  const byHand = sum(
    settlements
      .filter(({ reversed_at, pay_ids }) => reversed_at === null && pay_ids.some((id) => known.has(id)))
      .map(({ total }) => cents(total)),
  )
  const open = sum(items.map((item) => cents(item.open)))
  const owed = sum(items.map((item) => cents(item.owed)))
  if (sent + byHand + open === owed) return undefined
  return `bank files say ${sent / 100}, settled by hand ${byHand / 100}, open ${open / 100}; owed ${owed / 100}`
}
