/*
 * What the authorities hold, read from the text of messages by authority.ts, against the pays as the answers showed them. It imports nothing of the service.
 */
import type { InlandRevenue, TaxOffice } from './authority.ts'
import type { ToldPay } from './ledger.ts'

type Figures = ToldPay & {
  compulsory_super_amount?: number
  resc_super_amount?: number
  kiwisaver_employee_amount?: number
}
const cents = (amount: number | null | undefined): number => Math.round((amount ?? 0) * 100)
const yearOf = (date: string) => Number(date.slice(0, 4)) + (date.slice(5) >= '07-01' ? 1 : 0)

class Sums extends Map<string, number> {
  add(key: string, amount: number): void {
    this.set(key, (this.get(key) ?? 0) + amount)
  }
  /** The first key in which the two differ, in words. */
  against(other: Sums, what: string): string | undefined {
    for (const key of new Set([...this.keys(), ...other.keys()])) {
      const [mine, theirs] = [this.get(key) ?? 0, other.get(key) ?? 0]
      if (mine !== theirs) return `${key}: ${what} ${mine / 100}, the pays come to ${theirs / 100}`
    }
    return undefined
  }
}

/** Single Touch Payroll: tax withheld and super of each payee and income year. */
export function checkTaxOffice(
  office: TaxOffice,
  pays: readonly ToldPay[],
  isLeftOut: (employee: number) => boolean,
): string | undefined {
  const held = new Sums()
  for (const [key, row] of office.rows) {
    const [payee = '', year = ''] = key.split('/')
    // The payee of a death benefit is the employee's id with -D.
    const employee = payee.replace(/-D$/, '')
    if (isLeftOut(Number(employee))) continue
    for (const [name, amount] of row) {
      const isTax = name.endsWith('/Withheld') || name.endsWith('/IncomePayAsYouGoWithholdingA')
      if (isTax) held.add(`tax of ${employee} in ${year}`, amount)
      if (name === 'all/Super/L' || name === 'all/Super/R')
        held.add(`${name.slice(4)} of ${employee} in ${year}`, amount)
    }
  }
  const owed = new Sums()
  for (const pay of pays as readonly Figures[]) {
    if (pay.status !== 'processed' || isLeftOut(pay.employee_id)) continue
    const whose = `of ${pay.employee_id} in ${yearOf(pay.processed_date)}`
    owed.add(`tax ${whose}`, cents(pay.tax))
    owed.add(`Super/L ${whose}`, cents(pay.compulsory_super_amount))
    owed.add(`Super/R ${whose}`, cents(pay.resc_super_amount))
  }
  return held.against(owed, 'the tax office holds')
}

const PAYE = 13
const KIWISAVER = 20
/** Tax credits for payroll giving, filed beside the PAYE that they lower. */
const DONATION_CREDIT = 23

/** Payday filing: PAYE and KiwiSaver deductions of each payday. */
export function checkInlandRevenue(office: InlandRevenue, pays: readonly ToldPay[]): string | undefined {
  const held = new Sums()
  for (const [payday, lines] of office.paydays)
    for (const line of lines) {
      held.add(`PAYE of ${payday}`, Number(line[PAYE]) - Number(line[DONATION_CREDIT]))
      held.add(`KiwiSaver of ${payday}`, Number(line[KIWISAVER]))
    }
  const owed = new Sums()
  for (const pay of pays as readonly Figures[]) {
    if (pay.status !== 'processed') continue
    const payday = pay.processed_date.replaceAll('-', '')
    owed.add(`PAYE of ${payday}`, cents(pay.tax))
    owed.add(`KiwiSaver of ${payday}`, cents(pay.kiwisaver_employee_amount))
  }
  return held.against(owed, 'Inland Revenue holds')
}
