/*
 * Checks payments a second time: adds up what each pay owes, has sent and has open, in whole cents, from
 * answers of the service. Imports nothing from the service.
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

export type Contribution = {
  pay_id: number
  pay_date: string
  amount: number
  sent_amount: number
  open_amount: number
}

/**
 * Compares the super of each pay with the contributions in the ledger. Returns the first difference in words.
 */
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

export type Credit = { account: string; cents: number }
export type BankFile = {
  credits: readonly Credit[]
  status: string
  /** The part that the bank returned. */
  returned?: readonly { party: string; cents: number }[]
}
export type Settlement = {
  total: number
  method: string
  reversed_at: string | null
  pay_ids: readonly number[]
}

/** The payments in a bank file, read from its text: ABA, or the file of BNZ. */
export function readBankFile(text: string): Credit[] {
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

/** The identifying digits of an account, however files and people write it. */
export const accountKey = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '')
  // New Zealand: bank, branch and number, then a suffix written with two or three digits.
  return digits.length > 13 ? `${digits.slice(0, 13)}-${Number(digits.slice(13))}` : digits.replace(/^0+/, '')
}

/**
 * For each employee and payee: the credits in the texts of all active files, plus amounts settled by hand,
 * plus open amounts equal what the pays owe, to the cent. `partyOf` gives the owner of an account.
 */
export function checkFiles(
  items: readonly MoneyItem[],
  files: readonly BankFile[],
  settlements: readonly Settlement[],
  partyOf: (account: string) => string | undefined,
): string | undefined {
  const [left, owed] = [new Map<string, number>(), new Map<string, number>()]
  const add = (sums: Map<string, number>, party: string, amount: number) =>
    sums.set(party, (sums.get(party) ?? 0) + amount)
  for (const { credits, status, returned = [] } of files) {
    if (status === 'cancelled') continue
    for (const back of returned) add(left, back.party, -back.cents)
    for (const credit of credits) {
      const party = partyOf(accountKey(credit.account))
      if (!party)
        return `a bank file pays ${credit.cents / 100} to ${credit.account}, which is no one's account`
      add(left, party, credit.cents)
    }
  }
  const employees = new Map(items.map((item) => [item.pay_id, item.employee_id]))
  for (const { reversed_at, pay_ids, total } of settlements) {
    const employee = employees.get(pay_ids.find((id) => employees.has(id)) ?? 0)
    if (reversed_at === null && employee !== undefined) add(left, `employee ${employee}`, cents(total))
  }
  for (const item of items) {
    const party = item.kind === 'net' ? `employee ${item.employee_id}` : `payee ${item.party.split('|')[0]}`
    add(left, party, cents(item.open))
    add(owed, party, cents(item.owed))
  }
  for (const party of new Set([...left.keys(), ...owed.keys()])) {
    const [paid, due] = [left.get(party) ?? 0, owed.get(party) ?? 0]
    if (paid !== due)
      return `${party}: files, settlements and what is open come to ${paid / 100}; the pays owe ${due / 100}`
  }
  return undefined
}
