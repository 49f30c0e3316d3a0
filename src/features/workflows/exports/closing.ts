import { quarterOf } from '../../../countries/au/law/history.ts'
import { LAWS } from '../../../countries/index.ts'
import { OPENING_BALANCES, type Opening } from '../../../countries/opening.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import {
  addDays,
  addYears,
  type CivilDate,
  civilDate,
  completedYears,
  partsOf,
} from '../../../kernel/values/dates.ts'
import { decimal, sumTexts } from '../../../kernel/values/money.ts'
import { YEAR_OF_HISTORY_DAYS } from '../../../payroll/history.ts'
import { loadReportedAs, loadYearAmounts, type YearAmounts } from '../../lodgements/single-touch/index.ts'
import { type OpeningBalancesInput, openingInputOf, openingsIn } from '../../pays/opening-balances/index.ts'
import { etpsOf, stpOf } from './closing-stp.ts'
import { loadPeriods, loadYear, type PeriodRow, type YearRow } from './queries.ts'

/* Where employees stand on a day, as the opening figures of the next system: what is exported can be imported. */

type Amounts = Record<string, number>

export async function closingFigures(
  query: Queryable,
  company: Company,
  employees: readonly Employee[],
  asAt: CivilDate,
): Promise<Map<number, OpeningBalancesInput>> {
  const ids = employees.map((employee) => employee.id)
  const { start } = LAWS[company.jurisdiction].taxYear(asAt)
  const back = addDays(asAt, -YEAR_OF_HISTORY_DAYS)
  const years = Map.groupBy(await loadYear(query, ids, start < back ? start : back), (row) => row.employee_id)
  const periods = Map.groupBy(await loadPeriods(query, ids, back), (row) => row.employee_id)
  const openings = await openingsIn(query, ids, addYears(back, -1), asAt)
  const { year } = partsOf(LAWS[company.jurisdiction].taxYear(asAt).end)
  const amounts = await loadYearAmounts(query, ids, year)
  const reported = await loadReportedAs(query, company.id, ids, year)
  return new Map(
    employees.map((employee) => [
      employee.id,
      figuresOf(company, employee, asAt, {
        pays: years.get(employee.id) ?? [],
        periods: periods.get(employee.id) ?? [],
        opening: openings.get(employee.id) ?? null,
        amounts: amounts.get(employee.id),
        reportedAs: reported.get(employee.id),
      }),
    ]),
  )
}

type Known = {
  pays: readonly YearRow[]
  periods: readonly PeriodRow[]
  opening: Opening | null
  /** Entered beside the pays of the year. */
  amounts: YearAmounts | undefined
  /** How the tax office knows the employee, where it was told from here. */
  reportedAs: { previous_payroll_id: string; previous_bms_id: string } | undefined
}

function figuresOf(
  company: Company,
  employee: Employee,
  asAt: CivilDate,
  known: Known,
): OpeningBalancesInput {
  const { start } = LAWS[company.jurisdiction].taxYear(asAt)
  const inYear = known.pays.filter((pay) => pay.processed_date >= start)
  const opening = known.opening && known.opening.asAt >= start ? known.opening : null
  const isAu = LAWS[company.jurisdiction].reportsTo === 'ATO'
  const ends = known.periods.map((period) => period.end_date).toSorted()
  return {
    as_at: asAt,
    paid_to_date: ends.at(-1) ?? known.opening?.paidTo ?? asAt,
    ...(known.reportedAs ?? {
      previous_payroll_id: known.opening?.previousPayrollId ?? null,
      previous_bms_id: known.opening?.previousBmsId ?? null,
    }),
    leave_balances: Object.fromEntries(OPENING_BALANCES.map((name) => [name, Number(employee[name])])),
    year_to_date: isAu ? auTotals(inYear, opening, asAt) : nzTotals(known, inYear, opening, employee),
    ...(isAu ? { stp: stpOf(inYear, opening, known.amounts), etps: etpsOf(inYear, opening) } : {}),
    pay_history: historyOf(known, addDays(asAt, -YEAR_OF_HISTORY_DAYS), isAu),
  }
}

const total = (pays: readonly YearRow[], name: keyof YearRow, more: string | undefined = '0') =>
  Number(sumTexts([...pays.map((pay) => String(pay[name] ?? '0')), more]).toFixed())

function common(pays: readonly YearRow[], opening: Opening | null): Amounts {
  const before = opening?.totals
  const net =
    before?.net ??
    decimal(before?.gross ?? '0')
      .minus(before?.tax ?? '0')
      .toFixed()
  return {
    gross: total(pays, 'gross', before?.gross),
    tax: total(pays, 'tax', before?.tax),
    net: total(pays, 'net', net),
    deductions: total(pays, 'deductions', before?.deductions),
  }
}

function auTotals(pays: readonly YearRow[], opening: Opening | null, asAt: CivilDate): Amounts {
  const before = opening?.totals
  const quarter = quarterOf(asAt).start
  const inQuarter = pays.filter((pay) => pay.processed_date >= quarter)
  const openingInQuarter = opening && opening.asAt >= quarter ? before?.super_earnings_in_quarter : undefined
  return {
    ...common(pays, opening),
    taxable_gross: total(pays, 'taxable_gross', before?.taxable_gross ?? before?.gross),
    super: total(pays, 'super', before?.super),
    compulsory_super: total(pays, 'compulsory_super', before?.compulsory_super ?? before?.super),
    reportable_super: total(pays, 'resc_super', before?.reportable_super),
    super_earnings: total(pays, 'super_base_counted', before?.super_earnings),
    super_earnings_in_quarter: total(inQuarter, 'super_base_counted', openingInQuarter),
    method_b2_amount: total(pays, 'method_b2_amount', before?.method_b2_amount),
    method_b2_tax: total(pays, 'method_b2_tax', before?.method_b2_tax),
    method_b2_study_loan: total(pays, 'method_b2_study_loan', before?.method_b2_study_loan),
  }
}

function nzTotals(
  known: Known,
  pays: readonly YearRow[],
  opening: Opening | null,
  employee: Employee,
): Amounts {
  const before = opening?.totals
  const last = known.periods.at(-1)?.end_date ?? known.opening?.paidTo
  const years = last ? completedYears(civilDate(employee.start_date), last) : 0
  const anniversary = addYears(civilDate(employee.start_date), Math.max(years, 0))
  const since = known.pays.filter((pay) => pay.end_date >= anniversary)
  const advance =
    known.opening && known.opening.paidTo >= anniversary ? known.opening.totals.holidays_in_advance : '0'
  return {
    ...common(pays, opening),
    levy_liable: total(pays, 'levy_liable', before?.levy_liable ?? before?.gross),
    student_loan: total(pays, 'student_loan', before?.student_loan),
    kiwisaver_employee: total(pays, 'kiwisaver_employee', before?.kiwisaver_employee),
    kiwisaver_employer: total(pays, 'kiwisaver_employer', before?.kiwisaver_employer),
    child_support: total(pays, 'child_support', before?.child_support),
    holidays_in_advance: total(since, 'holidays_in_advance', advance),
  }
}

/** The periods paid here, and before them those that were brought along. */
function historyOf(
  { periods, opening }: Known,
  from: CivilDate,
  isAu: boolean,
): NonNullable<OpeningBalancesInput['pay_history']> {
  const maybe = (text: string | null) => (text === null ? null : Number(text))
  const here = periods.map((period) => ({
    period_end_date: period.end_date,
    period_start_date: period.start_date,
    pay_date: period.pay_date,
    gross: Number(period.gross),
    counted_gross: maybe(isAu ? period.period_taxable : period.holiday_gross),
    tax: Number((isAu ? period.period_tax : period.paye_ordinary) ?? 0),
    hours: maybe(period.hours_paid),
    days_paid: isAu ? null : maybe(period.days_paid),
    one_off_amounts: isAu || Number(period.irregular ?? 0) === 0 ? null : maybe(period.irregular),
    regular_additions: isAu || Number(period.additions ?? 0) === 0 ? null : maybe(period.additions),
    unpaid_leave_hours: Number(period.unpaid_hours ?? 0) === 0 ? null : maybe(period.unpaid_hours),
  }))
  const known = new Set<string>(here.map((period) => period.period_end_date))
  const brought = opening ? (openingInputOf(opening, null).pay_history ?? []) : []
  const before = brought.filter(
    (period) => period.period_end_date >= from && !known.has(period.period_end_date),
  )
  return [...before, ...here]
}
