/*
 * Compares the figures held by the authorities, as authority.ts reads them from the messages, with the pays
 * as the answers showed them. Imports nothing from the service. Australia's rules are those of the tax
 * office's guidelines for Single Touch Payroll Phase 2, as the reference tables have them (stp2.json): leave
 * taken is reported under its code with its loading (the meaning of the codes is unverified there); a
 * sacrifice is reported under S or O, and the reported gross still includes it (a pay's own gross does not:
 * decision on `gross`); and no unused leave is withheld on or reported after a death (Schedule 7). Opening
 * figures are reported with the pays of their year. Qualifying earnings (Q) are not compared, because no
 * answer shows them.
 */
import type { InlandRevenue, TaxOffice } from './authority.ts'
import type { ToldPay } from './ledger.ts'

type Line = Record<string, unknown>
type Figures = ToldPay & {
  compulsory_super_amount?: number
  resc_super_amount?: number
  total_workers_compensation?: number
  kiwisaver_employee_amount?: number
  kiwisaver_employer_amount?: number
  kiwisaver_esct_amount?: number
  nz_student_loan?: number
  period_student_loan_cir?: number
  period_student_loan_bor?: number
  termination?: { reason?: string } | null
  hours?: Line[]
  leave?: Line[]
  allowances?: Line[]
  bonuses?: Line[]
  back_payments?: Line[]
  deductions?: Line[]
  pay_sacrifices?: Line[]
  warnings?: readonly string[]
}
const cents = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100)
const yearOf = (date: string) => Number(date.slice(0, 4)) + (date.slice(5) >= '07-01' ? 1 : 0)

const isOfEstate = ({ warnings = [] }: Figures) =>
  warnings.some((said) => said.startsWith('Paid after the death'))

class Sums extends Map<string, number> {
  add(key: string, amount: number): void {
    if (amount !== 0) this.set(key, (this.get(key) ?? 0) + amount)
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

/** Amounts that an earlier payroll paid up to a day, which are reported with the pays of that year. */
export type Opening = { as_at: string; gross: number; tax: number }

/** The details of an employee that the tax office needs. */
export type Payee = {
  opening?: Opening | undefined
  /** Labour hire: overtime and bonuses are part of the gross. */
  isLabourHire: boolean
}

/** Single Touch Payroll: every figure of each payee and income year, by its code. */
export function checkTaxOffice(
  office: TaxOffice,
  pays: readonly ToldPay[],
  payeeOf: (employee: number) => Payee,
): string | undefined {
  const held = new Sums()
  const owed = new Sums()
  const opened = new Set<string>()
  for (const [key, row] of office.rows) {
    const [payee = '', year = ''] = key.split('/')
    // The payee of a death benefit is the employee's id with -D.
    const employee = Number(payee.replace(/-D$/, ''))
    const of = payeeOf(employee)
    const whose = `of ${employee} in ${year}`
    for (const [name, amount] of row) {
      const figure = figureOf(name, of)
      if (figure) held.add(`${figure} ${whose}`, amount)
      if (isIncome(name)) held.add(`all income ${whose}`, amount)
    }
    // An employee who was never reported in that year has no row for these amounts.
    if (
      of.opening &&
      payee === String(employee) &&
      yearOf(of.opening.as_at) === Number(year) &&
      !opened.has(whose)
    ) {
      opened.add(whose)
      owed.add(`tax ${whose}`, cents(of.opening.tax))
      owed.add(`all income ${whose}`, cents(of.opening.gross))
    }
  }
  const ended = new Set<string>()
  const died = new Set<string>()
  for (const pay of pays as readonly Figures[]) {
    if (pay.status !== 'processed') continue
    const of = payeeOf(pay.employee_id)
    const whose = `of ${pay.employee_id} in ${yearOf(pay.processed_date)}`
    if (pay.termination) ended.add(whose)
    // A payment made after a death stays one when the death was recorded by mistake, until the pay is
    // renewed.
    if (pay.termination?.reason?.startsWith('DEATH') || isOfEstate(pay)) died.add(whose)
    addFigures(pay, of, (figure, amount) => owed.add(`${figure} ${whose}`, amount))
  }
  // Leave paid out at the end of an employment is reported in several ways, so the sum of all income is
  // compared. After a death it is no income and is not reported at all.
  for (const sums of [held, owed]) {
    for (const whose of ended) for (const code of 'AOPW') sums.delete(`leave ${code} ${whose}`)
    for (const whose of died) sums.delete(`all income ${whose}`)
  }
  return held.against(owed, 'the tax office holds')
}

const isIncome = (name: string) =>
  /\/(Gross|OvertimePaymentA|Leave\/|Allowance\/|LumpSum\/)|\/(IncomeTaxFreeA|IncomeTaxableA)$/.test(name)

/** The figure that a field of the message belongs to. */
function figureOf(name: string, { isLabourHire }: Payee): string | undefined {
  const [, field = '', code = ''] = name.split('/')
  if (field === 'Withheld' || name.endsWith('/IncomePayAsYouGoWithholdingA')) return 'tax'
  if (name === 'all/Super/L' || name === 'all/Super/R') return `super ${code}`
  if (field === 'Leave' && code !== 'U') return `leave ${code}`
  if (field === 'Allowance') return `allowance ${code}`
  if (field === 'Deduction') return `deduction ${code}`
  if (field === 'Sacrifice') return `sacrifice ${code}`
  if (isLabourHire) return undefined
  if (field === 'OvertimePaymentA') return 'overtime'
  if (field === 'GrossBonusesAndCommissionsA') return 'bonuses'
  return undefined
}

const LEAVE_CODES: Record<string, string> = {
  ANCILLARY: 'A',
  EMPLOYER_FUNDED_PAID_PARENTAL: 'P',
  PAID_PARENTAL: 'P',
  WORKERS_COMP: 'W',
}
const DEDUCTION_CODES: Record<string, string> = { UNION_FEES: 'F', CHARITY: 'W' }

/** The figures of one pay from its own lines, as Single Touch Payroll Phase 2 requires them. */
function addFigures(
  pay: Figures,
  { isLabourHire }: Payee,
  add: (figure: string, amount: number) => void,
): void {
  const isCompensation = cents(pay.total_workers_compensation) !== 0
  add('tax', cents(pay.tax))
  add('super L', cents(pay.compulsory_super_amount))
  add('super R', cents(pay.resc_super_amount))
  // Payments after a death are income of the estate.
  if (pay.termination?.reason?.startsWith('DEATH')) return
  add('all income', cents(pay.gross))
  for (const line of pay.hours ?? []) {
    if (isCompensation) add('leave W', cents(line.pay_amount))
    else if (line.is_overtime && !isLabourHire) add('overtime', cents(line.pay_amount))
  }
  for (const line of pay.leave ?? [])
    add(
      `leave ${LEAVE_CODES[String(line.leave_type)] ?? 'O'}`,
      cents(line.amount) + cents(line.leave_loading_amount),
    )
  for (const line of pay.allowances ?? [])
    add(`allowance ${line.allowance_category}`, cents(line.total_amount))
  for (const line of pay.deductions ?? []) {
    const code = DEDUCTION_CODES[String(line.classification)]
    if (code) add(`deduction ${code}`, cents(line.amount))
  }
  for (const line of pay.pay_sacrifices ?? []) {
    add(`sacrifice ${line.is_super ? 'S' : 'O'}`, cents(line.amount))
    // The gross of a pay excludes it. The tax office gets both.
    add('all income', cents(line.amount))
  }
  if (isLabourHire) return
  for (const line of pay.bonuses ?? []) add('bonuses', cents(line.amount))
  for (const line of pay.back_payments ?? []) {
    if (line.stp_category === 'OVERTIME') add('overtime', cents(line.amount))
    if (String(line.stp_category).startsWith('BONUS')) add('bonuses', cents(line.amount))
  }
}

/**
 * Fields of an employee's line that contain amounts, by their position in the upload file, with the matching
 * figure of a pay.
 */
const LINE_FIELDS: readonly [name: string, place: number, of: (pay: Figures) => number][] = [
  ['student loan', 17, (pay) => cents(pay.nz_student_loan)],
  ['SLCIR', 18, (pay) => cents(pay.period_student_loan_cir)],
  ['SLBOR', 19, (pay) => cents(pay.period_student_loan_bor)],
  ['KiwiSaver', 20, (pay) => cents(pay.kiwisaver_employee_amount)],
  [
    'KiwiSaver of the employer',
    21,
    (pay) => cents(pay.kiwisaver_employer_amount) - cents(pay.kiwisaver_esct_amount),
  ],
  ['ESCT', 22, (pay) => cents(pay.kiwisaver_esct_amount)],
  ['gross', 9, (pay) => cents(pay.gross) - untaxed(pay)],
  ['hours', 8, (pay) => hoursOf(pay)],
]
/** Leave types that pay no hours of time off. */
const WITHOUT_HOURS = new Set(['NZ_CASHED_UP_HOLIDAYS', 'NZ_ALT_HOLIDAY_EXCHANGED', 'UNPAID'])
/** Hundredths of hours that were worked or taken as paid leave. */
const hoursOf = (pay: Figures) =>
  (pay.hours ?? []).reduce((sum, line) => sum + (line.units === 'hours' ? cents(line.value) : 0), 0) +
  (pay.leave ?? []).reduce(
    (sum, line) => sum + (WITHOUT_HOURS.has(String(line.leave_type)) ? 0 : cents(line.hours)),
    0,
  )
const PAYE = 13
/** Tax credits for payroll giving, filed separately from the PAYE that they reduce. */
const DONATION_CREDIT = 23
const untaxed = (pay: Figures) =>
  (pay.allowances ?? []).reduce((sum, line) => sum + (line.is_taxable ? 0 : cents(line.total_amount)), 0)

/** Payday filing: every sum of each payday. */
export function checkInlandRevenue(office: InlandRevenue, pays: readonly ToldPay[]): string | undefined {
  const held = new Sums()
  for (const [key, lines] of office.paydays)
    for (const line of lines) {
      const [payday = ''] = key.split('/')
      held.add(`PAYE of ${payday}`, Number(line[PAYE]) - Number(line[DONATION_CREDIT]))
      for (const [name, place] of LINE_FIELDS) held.add(`${name} of ${payday}`, Number(line[place]))
    }
  const owed = new Sums()
  for (const pay of pays as readonly Figures[]) {
    if (pay.status !== 'processed') continue
    const payday = pay.processed_date.replaceAll('-', '')
    owed.add(`PAYE of ${payday}`, cents(pay.tax))
    for (const [name, , of] of LINE_FIELDS) owed.add(`${name} of ${payday}`, of(pay))
  }
  return held.against(owed, 'Inland Revenue holds')
}
