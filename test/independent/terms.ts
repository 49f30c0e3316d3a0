import { type Payee, superOfPeriod, withholding } from './au.ts'
import { isTaxCode, kiwiSaverOf, payeOf, studentLoanOf } from './nz-deductions.ts'

/*
 * The terms of a person on a day, derived a second time: the changes of a year in the order of their days,
 * each applied to the terms before it, without any code from src. They give the hourly rate of a row and, for
 * a plain pay, the withholding and super, or the PAYE, student loan, KiwiSaver and ESCT.
 */

type Fields = Readonly<Record<string, unknown>>
/** Fields that were set from a day. */
export type DatedFields = { day: string; set: Fields }
/** The members of a pay that are compared. */
export type SeenPay = {
  processed_date: string
  pay_run_end_date: string
  pay_period: string
  gross: number
  tax: number
  super: number
  compulsory_super_amount: number
  nz_student_loan: number
  kiwisaver_employee_amount: number
  kiwisaver_employer_amount: number
  kiwisaver_esct_amount: number
  hours: {
    date?: string
    rate: number
    multiplier: number | null
    is_overtime?: boolean
    pay_amount: number
  }[]
} & Record<'leave' | 'allowances' | 'bonuses' | 'back_payments' | 'pay_sacrifices', unknown[]>

/** The person on a day. */
export function personOn(first: Fields, changes: readonly DatedFields[], day: string): Fields {
  const due = changes.filter((each) => each.day <= day).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  let person = first
  for (const { set } of due) person = follow({ ...person, ...set }, set)
  return person
}

/**
 * A salary sets the rate, and a change of hours sets it again. A rate ends the salary. Without a declaration
 * no code and no loan applies.
 */
function follow(given: Fields, set: Fields): Fields {
  const person =
    given.no_declaration === true ? { ...given, nz_tax_code: 'ND', has_student_loan: false } : given
  if (set.pay_rate_per_hour !== undefined) return { ...person, annual_salary: null }
  const names = ['annual_salary', 'standard_hours_per_day', 'standard_days_per_week']
  if (person.annual_salary == null || !names.some((name) => name in set)) return person
  const week = tenThousandths(person.standard_hours_per_day) * BigInt(Number(person.standard_days_per_week))
  return {
    ...person,
    pay_rate_per_hour: text(nearest(tenThousandths(person.annual_salary) * 10n ** 8n, 52n * week), 8),
  }
}

/** The differences between a pay and the terms of its days, and the figures that were compared. */
export function unlikeTerms(
  pay: SeenPay,
  first: Fields,
  changes: readonly DatedFields[],
): { differences: string[]; compared: readonly Figure[] } {
  const expected = isPlain(pay) ? figuresOf(pay, personOn(first, changes, pay.processed_date)) : {}
  const known = FIGURES.filter((name) => expected[name] !== undefined)
  const unlike = known.flatMap((name) =>
    Number(expected[name]) === Math.round(pay[name] * 100)
      ? []
      : `the pay of ${pay.processed_date} has ${name} ${pay[name]} of ${pay.gross}, where the terms lead to ${Number(expected[name]) / 100}`,
  )
  return { differences: [...unlikeRates(pay, first, changes), ...unlike], compared: known }
}

const FIGURES = [
  'tax',
  'super',
  'compulsory_super_amount',
  'nz_student_loan',
  'kiwisaver_employee_amount',
  'kiwisaver_employer_amount',
  'kiwisaver_esct_amount',
] as const
export type Figure = (typeof FIGURES)[number]

/**
 * The figures of a pay by the terms of its payment date, in cents. A figure that the second calculation does
 * not cover is missing.
 */
function figuresOf(pay: SeenPay, person: Fields): Partial<Record<Figure, bigint>> {
  const gross = centsOf(pay.gross)
  if (person.country === 'NZ') return deductionsOf(pay, person, gross)
  const payee = payeeFor(pay, person)
  return {
    ...superOf(pay, person),
    ...(payee ? { tax: withholding(payee, gross, pay.processed_date) * 100n } : {}),
  }
}

const centsOf = (amount: number) => BigInt(Math.round(amount * 100))

/**
 * Super on ordinary hours, or on all wages where the employer pays it on them. No year here comes near the
 * maximum.
 */
function superOf(pay: SeenPay, person: Fields): Partial<Record<Figure, bigint>> {
  if (person.is_super_enabled === false) return { super: 0n, compulsory_super_amount: 0n }
  const ordinary = pay.hours.filter((row) => row.is_overtime !== true)
  const base = centsOf(ordinary.reduce((total, row) => total + row.pay_amount, 0))
  const guarantee = superOfPeriod(base, 0n, pay.processed_date)
  const rate = person.super_rate == null ? null : tenThousandths(person.super_rate)
  if (person.super_based_on === 'GROSS')
    return rate === null ? {} : { super: nearest(centsOf(pay.gross) * rate, 10_000n) }
  return {
    compulsory_super_amount: guarantee,
    super: rate === null ? guarantee : nearest(base * rate, 10_000n),
  }
}

function deductionsOf(
  { pay_period: frequency }: SeenPay,
  person: Fields,
  gross: bigint,
): Partial<Record<Figure, bigint>> {
  const { nz_tax_code: code, kiwisaver_status_code: status } = person
  if (!isTaxCode(code) || (frequency !== 'WEEKLY' && frequency !== 'FORTNIGHTLY')) return {}
  const isMember = status !== 'NK' && status !== 'CT'
  const { employee, employer, esct } = kiwiSaverOf(isMember ? gross : 0n, {
    employee: textOrNone(person.kiwisaver_employee_rate),
    employer: textOrNone(person.kiwisaver_employer_rate),
    esct: String(person.esct_rate),
  })
  return {
    tax: payeOf(code, frequency, gross),
    nz_student_loan: person.has_student_loan === true ? studentLoanOf(code, frequency, gross) : 0n,
    kiwisaver_employee_amount: employee,
    kiwisaver_employer_amount: employer,
    kiwisaver_esct_amount: esct,
  }
}

const textOrNone = (value: unknown) => (value == null ? null : String(value))

/** Wages alone. */
const isPlain = ({ leave, allowances, bonuses, back_payments, pay_sacrifices }: SeenPay) =>
  [leave, allowances, bonuses, back_payments, pay_sacrifices].every((rows) => rows.length === 0)

/** A row with a date has the rate of its day. Any other row has the rate of the period's last day. */
function unlikeRates(pay: SeenPay, first: Fields, changes: readonly DatedFields[]): string[] {
  return pay.hours.flatMap((row) => {
    if (row.multiplier !== null) return []
    const day = row.date ?? pay.pay_run_end_date
    const { pay_rate_per_hour: rate } = personOn(first, changes, day)
    if (Number(rate) === row.rate) return []
    return `the pay of ${pay.processed_date} has the rate ${row.rate} on ${day}, where the terms say ${rate}`
  })
}

/** Undefined when the second calculation has no table. */
function payeeFor(pay: SeenPay, person: Fields): Payee | undefined {
  const { pay_period: frequency } = pay
  const { tax_file_number: number, medicare_levy_exemption: exemption, annual_tax_offset: offset } = person
  const isSpecial =
    person.working_holiday_tax_scale_applies === true ||
    person.medicare_levy_surcharge === 'TIER_1' ||
    (person.extra_withholding_amount ?? null) !== null ||
    number === '111111111'
  const scale = person.country === 'AU' && scaleOf(person)
  if (isSpecial || !scale || (frequency !== 'WEEKLY' && frequency !== 'FORTNIGHTLY')) return undefined
  if ((exemption ?? 'NONE') !== 'NONE' && (scale === '1' || scale === '3')) return undefined
  return {
    scale,
    isForeign: person.is_foreign_resident === true,
    hasLoan: person.has_stsl_liability === true && scale !== '4',
    frequency,
    ...(offset == null ? {} : { offset: BigInt(String(offset)) }),
  }
}

function scaleOf(person: Fields): Payee['scale'] {
  if (person.tax_file_number === '000000000') return '4'
  if (person.is_foreign_resident === true) return '3'
  if (person.has_claimed_tax_free_threshold !== true) return '1'
  return ({ FULL: '5', HALF: '6' } as const)[String(person.medicare_levy_exemption)] ?? '2'
}

const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)

function tenThousandths(value: unknown): bigint {
  const [whole = '0', part = ''] = String(value).split('.')
  return BigInt(whole + part.padEnd(4, '0'))
}

function text(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
