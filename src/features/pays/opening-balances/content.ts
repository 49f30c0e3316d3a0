import type { OpeningStp, OpeningStpIncome } from '../../../countries/au/law/input/opening-stp.ts'
import {
  isOnlyInAdvance,
  type Opening,
  type OpeningContent,
  type OpeningPeriod,
} from '../../../countries/contract/opening.ts'
import { type CivilDate, civilDate, civilDateOrNone } from '../../../kernel/values/dates.ts'
import { type PayPeriod, periodStartFor } from '../../../payroll/pay-periods.ts'
import { PAY_PERIODS } from '../../../payroll/words.ts'
import type { OpeningBalancesInput } from './schema.ts'

/* Converts between requests and stored figures. Amounts are text in the table and numbers on the wire. */

type Amount = number | string | null | undefined
type PeriodInput = NonNullable<OpeningBalancesInput['last_full_pay']>

const figure = (value: Amount): string | null =>
  value === null || value === undefined ? null : String(value)
const figureOrZero = (value: Amount) => figure(value) ?? '0'
const number = (value: string | null) => (value === null ? null : Number(value))

/** The sent members as text. */
function figures(given: object | null | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries<Amount>({ ...given }).flatMap(([name, value]) => {
      const text = figure(value)
      return text === null ? [] : [[name, text]]
    }),
  )
}

function numbers(stored: Readonly<Partial<Record<string, string>>>): Record<string, number> {
  return Object.fromEntries(Object.entries(stored).map(([name, text]) => [name, Number(text)]))
}

/** Converts the request to stored figures. Unless sent, the start of a period follows from the employee's pay period. */
export function contentOf(input: OpeningBalancesInput, payPeriod: PayPeriod): OpeningContent {
  const history = (input.pay_history ?? []).map((row) => periodOf(row, payPeriod))
  const lastFullPay = input.last_full_pay ? periodOf(input.last_full_pay, payPeriod) : null
  const paid = [...history, ...(lastFullPay ? [lastFullPay] : [])].filter(
    (period) => !isOnlyInAdvance(period),
  )
  const ends = paid.map((period) => period.periodEnd)
  const latest = ends.toSorted().at(-1)
  return {
    paidTo: civilDateOrNone(input.paid_to_date ?? null) ?? latest ?? civilDate(input.as_at),
    previousPayrollId: input.previous_payroll_id ?? null,
    previousBmsId: input.previous_bms_id ?? null,
    leave: figures(input.leave_balances),
    totals: figures(input.year_to_date),
    stp: input.stp ? stpOf(input.stp) : null,
    etps: (input.etps ?? []).map((etp) => ({
      payDate: civilDate(etp.pay_date),
      code: etp.etp_code,
      taxable: figureOrZero(etp.taxable_component),
      taxFree: figureOrZero(etp.tax_free_component),
      withheld: figureOrZero(etp.tax_withheld),
      lumpSumD: figureOrZero(etp.lump_sum_d),
    })),
    lastFullPay,
    history,
  }
}

function stpOf({ other_incomes, ...first }: NonNullable<OpeningBalancesInput['stp']>): OpeningStp {
  return {
    ...incomeOf(first),
    ...(other_incomes ? { other_incomes: other_incomes.map(incomeOf) } : {}),
  }
}

type StpInput = Omit<NonNullable<OpeningBalancesInput['stp']>, 'other_incomes'>

function incomeOf({ income_type, lump_sum_a_type, lump_sums_e, ...amounts }: StpInput): OpeningStpIncome {
  return {
    ...figures(amounts),
    ...(income_type ? { income_type } : {}),
    ...(lump_sum_a_type ? { lump_sum_a_type } : {}),
    ...(lump_sums_e
      ? { lump_sums_e: lump_sums_e.map((row) => ({ ...row, amount: String(row.amount) })) }
      : {}),
  }
}

function periodOf(row: PeriodInput, current: PayPeriod): OpeningPeriod {
  const periodEnd = civilDate(row.period_end_date)
  const start = civilDateOrNone(row.period_start_date ?? null)
  const payPeriod = start ? periodOfDays(start, periodEnd, current) : current
  return {
    payPeriod,
    periodStart: start ?? periodStartFor(payPeriod, periodEnd),
    periodEnd,
    payDate: civilDateOrNone(row.pay_date ?? null) ?? periodEnd,
    gross: String(row.gross),
    counted: figure(row.counted_gross),
    tax: figureOrZero(row.tax),
    hours: figure(row.hours),
    daysPaid: figure(row.days_paid),
    irregular: figure(row.one_off_amounts),
    unpaidLeaveHours: figure(row.unpaid_leave_hours),
    additions: figure(row.regular_additions),
    ...auPartsOf(row),
  }
}

/** A period before a change of frequency may be longer or shorter than the employee's pay period. */
function periodOfDays(start: CivilDate, end: CivilDate, current: PayPeriod): PayPeriod {
  const isOf = (payPeriod: PayPeriod) => periodStartFor(payPeriod, end) === start
  const others = PAY_PERIODS.filter(isOf)
  return isOf(current) ? current : (others[0] ?? current)
}

/** Members that most periods do not have. */
function auPartsOf(row: PeriodInput): Pick<OpeningPeriod, 'isFullPay' | 'inAdvance' | 'backPay'> {
  const { is_full_pay, paid_in_advance, back_pay, back_pay_start_date, back_pay_end_date } = row
  const [start, end] = [back_pay_start_date, back_pay_end_date].map((day) => civilDateOrNone(day ?? null))
  const amount = figure(paid_in_advance)
  const backPay = figure(back_pay)
  return {
    ...(typeof is_full_pay === 'boolean' ? { isFullPay: is_full_pay } : {}),
    ...(amount === null ? {} : { inAdvance: { amount, tax: figureOrZero(row.tax_in_advance) } }),
    ...(backPay !== null && start && end ? { backPay: { amount: backPay, start, end } } : {}),
  }
}

/** Converts the stored figures back to request form. */
export function inputOf(opening: Opening, serviceStart: CivilDate | null): OpeningBalancesInput {
  const { stp } = opening
  return {
    as_at: opening.asAt,
    paid_to_date: opening.paidTo,
    service_start_date: serviceStart,
    previous_payroll_id: opening.previousPayrollId,
    previous_bms_id: opening.previousBmsId,
    leave_balances: numbers(opening.leave),
    year_to_date: numbers(opening.totals),
    stp: stp ? viewStp(stp) : null,
    etps: opening.etps.map((etp) => ({
      pay_date: etp.payDate,
      etp_code: etp.code,
      taxable_component: Number(etp.taxable),
      tax_free_component: Number(etp.taxFree),
      tax_withheld: Number(etp.withheld),
      lump_sum_d: Number(etp.lumpSumD),
    })),
    last_full_pay: opening.lastFullPay && viewPeriod(opening.lastFullPay),
    pay_history: opening.history.map(viewPeriod),
  }
}

function viewStp({ other_incomes, ...first }: OpeningStp): NonNullable<OpeningBalancesInput['stp']> {
  return {
    ...viewIncome(first),
    ...(other_incomes ? { other_incomes: other_incomes.map(viewIncome) } : {}),
  }
}

function viewIncome({ income_type, lump_sum_a_type, lump_sums_e, ...amounts }: OpeningStpIncome): StpInput {
  return {
    ...(income_type ? { income_type } : {}),
    ...numbers(amounts),
    ...(lump_sum_a_type ? { lump_sum_a_type } : {}),
    ...(lump_sums_e
      ? { lump_sums_e: lump_sums_e.map((row) => ({ ...row, amount: Number(row.amount) })) }
      : {}),
  }
}

function viewPeriod(period: OpeningPeriod): PeriodInput {
  return {
    period_end_date: period.periodEnd,
    period_start_date: period.periodStart,
    pay_date: period.payDate,
    gross: Number(period.gross),
    counted_gross: number(period.counted),
    tax: Number(period.tax),
    hours: number(period.hours),
    days_paid: number(period.daysPaid),
    one_off_amounts: number(period.irregular),
    unpaid_leave_hours: number(period.unpaidLeaveHours),
    regular_additions: number(period.additions ?? null),
    ...(period.isFullPay === undefined ? {} : { is_full_pay: period.isFullPay }),
    ...(period.inAdvance && {
      paid_in_advance: Number(period.inAdvance.amount),
      tax_in_advance: Number(period.inAdvance.tax),
    }),
    ...(period.backPay && {
      back_pay: Number(period.backPay.amount),
      back_pay_start_date: period.backPay.start,
      back_pay_end_date: period.backPay.end,
    }),
  }
}
