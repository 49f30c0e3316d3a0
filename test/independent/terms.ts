import { type Payee, withholding } from './au.ts'

/*
 * Who a person was on a day, read a second time: the changes of a year in the order of their days, each on what stood before it, with
 * nothing of src. From it follow the hourly rate of a row and the withholding of a plain Australian pay.
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
  hours: { date?: string; rate: number; multiplier: number | null }[]
} & Record<'leave' | 'allowances' | 'bonuses' | 'back_payments' | 'pay_sacrifices', unknown[]>

/** The person on a day. */
export function personOn(first: Fields, changes: readonly DatedFields[], day: string): Fields {
  const due = changes.filter((each) => each.day <= day).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  let person = first
  for (const { set } of due) person = follow({ ...person, ...set }, set)
  return person
}

/** A salary sets the rate, and hours set it again; a rate ends the salary. */
function follow(person: Fields, set: Fields): Fields {
  if (set.pay_rate_per_hour !== undefined) return { ...person, annual_salary: null }
  const names = ['annual_salary', 'standard_hours_per_day', 'standard_days_per_week']
  if (person.annual_salary == null || !names.some((name) => name in set)) return person
  const week = tenThousandths(person.standard_hours_per_day) * BigInt(Number(person.standard_days_per_week))
  return {
    ...person,
    pay_rate_per_hour: text(nearest(tenThousandths(person.annual_salary) * 10n ** 8n, 52n * week), 8),
  }
}

/** What differs between a pay and what the terms of its days say, and whether its tax was compared. */
export function unlikeTerms(
  pay: SeenPay,
  first: Fields,
  changes: readonly DatedFields[],
): { differences: string[]; isTaxCompared: boolean } {
  const payee = payeeFor(pay, personOn(first, changes, pay.processed_date))
  const tax = payee ? unlikeTax(pay, payee) : []
  return { differences: [...unlikeRates(pay, first, changes), ...tax], isTaxCompared: payee !== undefined }
}

/** A row with a date has the rate of its day, any other that of the last day of the period. */
function unlikeRates(pay: SeenPay, first: Fields, changes: readonly DatedFields[]): string[] {
  return pay.hours.flatMap((row) => {
    if (row.multiplier !== null) return []
    const day = row.date ?? pay.pay_run_end_date
    const { pay_rate_per_hour: rate } = personOn(first, changes, day)
    if (Number(rate) === row.rate) return []
    return `the pay of ${pay.processed_date} has the rate ${row.rate} on ${day}, where the terms say ${rate}`
  })
}

/** Of wages alone the declaration of the payment date says what is withheld. */
function unlikeTax({ processed_date: date, gross, tax }: SeenPay, payee: Payee): string[] {
  const expected = withholding(payee, BigInt(Math.round(gross * 100)), date)
  if (Number(expected) === tax) return []
  return [`the pay of ${date} withholds ${tax} from ${gross}, where scale ${payee.scale} takes ${expected}`]
}

/** Undefined where the second calculation has no table, or the pay has more than wages. */
function payeeFor(pay: SeenPay, person: Fields): Payee | undefined {
  const { pay_period: frequency, leave, allowances, bonuses, back_payments, pay_sacrifices } = pay
  if ([leave, allowances, bonuses, back_payments, pay_sacrifices].some((rows) => rows.length > 0))
    return undefined
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
