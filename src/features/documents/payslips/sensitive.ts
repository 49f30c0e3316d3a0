import { allCountries } from '../../../countries/index.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { PayView } from '../../pays/pays/index.ts'
import { isInHours } from './hours.ts'

type HoursRow = PayView['hours'][number]
type LeaveRow = PayView['leave'][number]

/**
 * Words that reveal family and domestic violence leave, spelt out or abbreviated (FDV, DFV, DV, FDVL). Only
 * whole words match, so "advance" and "DVD" do not.
 */
const TELLING =
  /violence|(?<!\p{L})(?:(?:domestic|family|partner|spousal)\s+abuse|(?:f\.?)?d\.?v\.?l?|d\.?f\.?v\.?l?|f\.?v\.?l?(?=[\s_-]*leave))(?!\p{L})/iu

const isTelling = (text: string) => TELLING.test(text)
const isTellingType = (type: string) => allCountries().some(({ leave }) => leave.violenceType === type)
const isTellingLeave = (line: LeaveRow) => isTellingType(line.leave_type) || isTelling(line.name)

/**
 * Paid family and domestic violence leave must not be recognisable on a payslip (Fair Work Regulations 3.47
 * and 3.48). New Zealand payslips hide it too. The leave becomes ordinary hours before the pay is rendered,
 * so no part can reveal it. Deductions keep their names because the law requires the payee.
 */
export function withoutSensitive(pay: PayView): PayView {
  const telling = pay.leave.filter(isTellingLeave)
  const openHours = pay.hours.filter((line) => !isTelling(line.description) && !isTelling(line.units))
  const hidden = pay.hours.filter((line) => !openHours.includes(line)).map(plainHours)
  const paidLeave = telling.filter((line) => line.amount !== 0).map(asHours)
  return {
    ...pay,
    hours: [...hidden, ...paidLeave].reduce(addHours, openHours),
    leave: pay.leave.filter((line) => !isTellingLeave(line)),
    leave_balance_rows: pay.leave_balance_rows.filter(
      (row) => !isTellingType(row.leave_type) && !isTelling(row.name),
    ),
    allowances: [...pay.allowances.map(named('Allowance')), ...telling.flatMap(loadingOf)],
    bonuses: pay.bonuses.map(named('Bonus')),
    back_payments: pay.back_payments.map(named('Back payment')),
  }
}

function named(plain: string) {
  return <T extends { description: string }>(line: T): T =>
    isTelling(line.description) ? { ...line, description: plain } : line
}

function plainHours(line: HoursRow): HoursRow {
  return {
    ...line,
    description: line.is_overtime ? 'Overtime' : 'Ordinary hours',
    units: isTelling(line.units) ? 'hours' : line.units,
  }
}

function asHours(line: LeaveRow): HoursRow {
  return {
    id: line.id,
    description: 'Ordinary hours',
    units: 'hours',
    value: line.hours,
    rate: line.rate,
    multiplier: null,
    rate_reference: null,
    rate_description: null,
    is_overtime: false,
    pay_amount: line.amount,
  }
}

/** Adds hours to the ordinary hours with the same rate. A second row with that rate would reveal the leave. */
function addHours(rows: HoursRow[], more: HoursRow): HoursRow[] {
  const at = rows.findIndex((row) => isOrdinary(row) && isOrdinary(more) && row.rate === more.rate)
  const found = rows[at]
  if (!found) return [...rows, more]
  const both = {
    ...found,
    value: plus(found.value, more.value),
    pay_amount: plus(found.pay_amount, more.pay_amount),
  }
  return rows.with(at, both)
}

const isOrdinary = (row: HoursRow) =>
  !row.is_overtime && isInHours(row) && /^\s*(ordinary|normal|standard|base)\b/i.test(row.description)

const plus = (a: number, b: number) =>
  Number(
    decimal(String(a))
      .plus(decimal(String(b)))
      .toFixed(),
  )

function loadingOf(line: LeaveRow): PayView['allowances'] {
  if (line.leave_loading_amount === 0) return []
  return [
    {
      id: line.id,
      description: 'Loading',
      amount: line.leave_loading_amount,
      units: 1,
      total_amount: line.leave_loading_amount,
      allowance_category: null,
      is_taxable: true,
      is_itemised: false,
      is_included_in_super_calculations: true,
    },
  ]
}
