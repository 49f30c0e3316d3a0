import { quarterOf } from '../../../countries/au/law/history/history.ts'
import {
  OPENING_BALANCES,
  type Opening,
  type OpeningRules,
  type OpeningTotal,
  superEarningsOf,
} from '../../../countries/contract/opening.ts'
import { countryOf } from '../../../countries/index.ts'
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
import { loadPeriods, loadServiceStarts, loadYear, type PeriodRow, type YearRow } from './queries.ts'

/* The state of employees on a date as opening figures for the next system, so that an export can be imported. */

type Amounts = Record<string, number>

export async function closingFigures(
  query: Queryable,
  company: Company,
  employees: readonly Employee[],
  asAt: CivilDate,
): Promise<Map<number, OpeningBalancesInput>> {
  const ids = employees.map((employee) => employee.id)
  const { law, leave, opening: rules } = countryOf(company.jurisdiction)
  const { start, end } = law.taxYear(asAt)
  const back = addDays(asAt, -YEAR_OF_HISTORY_DAYS)
  // Only leave that is counted by the year of service has opening hours.
  const violenceType = leave.violenceLeaveLeft ? leave.violenceType : null
  const yearBefore = rules.closingTotals.includes('last_year_gross') ? addYears(start, -1) : start
  const rows = await loadYear(query, ids, yearBefore < back ? yearBefore : back, violenceType)
  const years = Map.groupBy(rows, (row) => row.employee_id)
  const paid = await loadPeriods(query, ids, back, rules.periods.unusualLeave ?? [])
  const periods = Map.groupBy(paid, (row) => row.employee_id)
  const serviceStarts = await loadServiceStarts(query, ids)
  const openings = await openingsIn(query, ids, addYears(back, -1), asAt)
  const { year } = partsOf(end)
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
        serviceStart: serviceStarts.get(employee.id) ?? null,
        reportedAs: reported.get(employee.id),
      }),
    ]),
  )
}

type Known = {
  pays: readonly YearRow[]
  periods: readonly PeriodRow[]
  opening: Opening | null
  serviceStart: CivilDate | null
  /** Amounts entered in addition to the pays of the year. */
  amounts: YearAmounts | undefined
  /** How the tax office identifies the employee, if they were reported from here. */
  reportedAs: { previous_payroll_id: string; previous_bms_id: string } | undefined
}

function figuresOf(
  company: Company,
  employee: Employee,
  asAt: CivilDate,
  known: Known,
): OpeningBalancesInput {
  const { start } = countryOf(company.jurisdiction).law.taxYear(asAt)
  const inYear = known.pays.filter((pay) => pay.processed_date >= start)
  const opening = known.opening && known.opening.asAt >= start ? known.opening : null
  const rules = countryOf(company.jurisdiction).opening
  const ends = known.periods.map((period) => period.end_date).toSorted()
  return {
    as_at: asAt,
    paid_to_date: ends.at(-1) ?? known.opening?.paidTo ?? asAt,
    service_start_date: known.serviceStart,
    ...(known.reportedAs ?? {
      previous_payroll_id: known.opening?.previousPayrollId ?? null,
      previous_bms_id: known.opening?.previousBmsId ?? null,
    }),
    leave_balances: Object.fromEntries(OPENING_BALANCES.map((name) => [name, Number(employee[name])])),
    year_to_date: totalsOf(rules, { known, pays: inYear, opening, employee, company, asAt }),
    ...(rules.hasReportedYear
      ? { stp: stpOf(inYear, opening, known.amounts), etps: etpsOf(known.pays, known.opening) }
      : {}),
    pay_history: historyOf(known, addDays(asAt, -YEAR_OF_HISTORY_DAYS), rules.periods),
  }
}

const total = (pays: readonly YearRow[], name: keyof YearRow, more: string | undefined = '0') =>
  Number(sumTexts([...pays.map((pay) => String(pay[name] ?? '0')), more]).toFixed())

type Facts = {
  known: Known
  /** The pays of the tax year. */
  pays: readonly YearRow[]
  opening: Opening | null
  employee: Employee
  company: Company
  asAt: CivilDate
}

const sumOf = (column: keyof YearRow, name: OpeningTotal, fallback?: OpeningTotal) => (facts: Facts) => {
  const before = facts.opening?.totals
  return total(facts.pays, column, before?.[name] ?? (fallback && before?.[fallback]))
}

/** The source of each total: columns of the pays, plus the opening figures of an earlier system. */
const TOTALS: Readonly<Record<OpeningTotal, (facts: Facts) => number>> = {
  gross: sumOf('gross', 'gross'),
  tax: sumOf('tax', 'tax'),
  net: ({ pays, opening }) => total(pays, 'net', netBefore(opening)),
  deductions: sumOf('deductions', 'deductions'),
  taxable_gross: sumOf('taxable_gross', 'taxable_gross', 'gross'),
  super: sumOf('super', 'super'),
  compulsory_super: sumOf('compulsory_super', 'compulsory_super', 'super'),
  reportable_super: sumOf('resc_super', 'reportable_super'),
  super_earnings: ({ pays, opening }) =>
    total(pays, 'super_base_counted', opening ? superEarningsOf(opening) : undefined),
  super_earnings_in_quarter: earningsInQuarter,
  method_b2_amount: sumOf('method_b2_amount', 'method_b2_amount'),
  method_b2_tax: sumOf('method_b2_tax', 'method_b2_tax'),
  method_b2_study_loan: sumOf('method_b2_study_loan', 'method_b2_study_loan'),
  tax_carried: sumOf('tax_carried', 'tax_carried'),
  family_violence_leave_hours: (facts) => sinceAnniversary(facts, 'family_violence_leave_hours'),
  levy_liable: sumOf('levy_liable', 'levy_liable', 'gross'),
  student_loan: sumOf('student_loan', 'student_loan'),
  kiwisaver_employee: sumOf('kiwisaver_employee', 'kiwisaver_employee'),
  kiwisaver_employer: sumOf('kiwisaver_employer', 'kiwisaver_employer'),
  complying_fund_employer: sumOf('complying_fund_employer', 'complying_fund_employer'),
  last_year_gross: (facts) => inLastYear(facts, ['gross'], ['gross'], 'last_year_gross'),
  last_year_employer_contributions: (facts) =>
    inLastYear(facts, EMPLOYER, EMPLOYER, 'last_year_employer_contributions'),
  child_support: sumOf('child_support', 'child_support'),
  holidays_in_advance: (facts) => sinceAnniversary(facts, 'holidays_in_advance'),
}

const totalsOf = ({ closingTotals }: OpeningRules, facts: Facts): Amounts =>
  Object.fromEntries(closingTotals.map((name) => [name, TOTALS[name](facts)]))

const EMPLOYER = ['kiwisaver_employer', 'complying_fund_employer'] as const

/** Sums of the tax year before, from pays and opening figures of that year, or else from the opening figures of this year. */
function inLastYear(
  { known, company, asAt }: Facts,
  columns: readonly (keyof YearRow)[],
  names: readonly OpeningTotal[],
  brought: OpeningTotal,
): number {
  const { start } = countryOf(company.jurisdiction).law.taxYear(asAt)
  const from = addYears(start, -1)
  const pays = known.pays.filter(({ processed_date }) => processed_date >= from && processed_date < start)
  const { opening } = known
  const texts = (of: readonly OpeningTotal[]) => of.map((name) => opening?.totals[name] ?? '0')
  const before = !opening || opening.asAt < from ? [] : texts(opening.asAt < start ? names : [brought])
  const paid = pays.flatMap((pay) => columns.map((column) => String(pay[column] ?? '0')))
  return Number(sumTexts([...paid, ...before]).toFixed())
}

function netBefore(opening: Opening | null): string {
  const before = opening?.totals
  return (
    before?.net ??
    decimal(before?.gross ?? '0')
      .minus(before?.tax ?? '0')
      .toFixed()
  )
}

function earningsInQuarter({ pays, opening, asAt }: Facts): number {
  const quarter = quarterOf(asAt).start
  const inQuarter = pays.filter((pay) => pay.processed_date >= quarter)
  const before = opening && opening.asAt >= quarter ? opening.totals.super_earnings_in_quarter : undefined
  return total(inQuarter, 'super_base_counted', before)
}

/** Sums since the last anniversary of employment, not since the start of the tax year. */
function sinceAnniversary(
  { known, employee }: Facts,
  name: 'holidays_in_advance' | 'family_violence_leave_hours',
): number {
  const last = known.periods.at(-1)?.end_date ?? known.opening?.paidTo
  const years = last ? completedYears(civilDate(employee.start_date), last) : 0
  const anniversary = addYears(civilDate(employee.start_date), Math.max(years, 0))
  const since = known.pays.filter((pay) => pay.end_date >= anniversary)
  const before = known.opening && known.opening.paidTo >= anniversary ? known.opening.totals[name] : '0'
  return total(since, name, before)
}

type History = NonNullable<OpeningBalancesInput['pay_history']>

const maybe = (text: string | null) => (text === null ? null : Number(text))
const nonZero = (text: string | null) => (Number(text ?? 0) === 0 ? null : Number(text))

/** The periods paid here, preceded by those from the opening figures, and followed by those with leave in advance. */
function historyOf({ pays, periods, opening }: Known, from: CivilDate, columns: Columns): History {
  const paidHere = new Set<string>(periods.map((period) => period.end_date))
  const broughtAhead = (opening?.history ?? []).filter((period) => paidHere.has(period.periodEnd))
  const ahead = advancesIn(pays, broughtAhead, columns)
  const here = periods.map((period) => ({
    period_end_date: period.end_date,
    period_start_date: period.start_date,
    pay_date: period.pay_date,
    gross: Number(period.gross),
    counted_gross: maybe(period[columns.gross]),
    tax: Number(period[columns.tax] ?? 0),
    hours: maybe(period.hours_paid),
    days_paid: columns.hasParts ? maybe(period.days_paid) : null,
    one_off_amounts: columns.hasParts ? nonZero(period.irregular) : null,
    regular_additions: columns.hasParts ? nonZero(period.additions) : null,
    unpaid_leave_hours: nonZero(period.unpaid_hours),
    ...(columns.unusualLeave && period.has_unusual_leave ? { is_full_pay: false } : {}),
    ...(columns.unusualLeave && period.back_pay !== null ? backPayOf(period) : {}),
    ...ahead.get(period.end_date)?.amounts,
  }))
  const only = [...ahead.values()].filter(({ row }) => !paidHere.has(row.period_end_date))
  const brought = opening ? (openingInputOf(opening, null).pay_history ?? []) : []
  const before = brought.filter(
    (period) => period.period_end_date >= from && !paidHere.has(period.period_end_date),
  )
  return [...before, ...here, ...only.map(({ row, amounts }) => ({ ...row, ...amounts }))]
}

type Columns = OpeningRules['periods']

const backPayOf = ({ back_pay, back_pay_start, back_pay_end }: PeriodRow) => ({
  back_pay: maybe(back_pay),
  back_pay_start_date: back_pay_start,
  back_pay_end_date: back_pay_end,
})

/** Leave that earlier pays paid for later periods, by the end of the period. */
function advancesIn(pays: readonly YearRow[], brought: Opening['history'], { readAdvances }: Columns) {
  const rows = [
    ...pays.flatMap((pay) =>
      (readAdvances?.(pay.advances) ?? []).map((row) => ({ ...row, payDate: pay.processed_date })),
    ),
    ...brought.flatMap(({ periodEnd, payDate, inAdvance }) =>
      inAdvance ? [{ periodEnd, payDate, taxable: inAdvance.amount, tax: inAdvance.tax }] : [],
    ),
  ]
  return new Map(
    [...Map.groupBy(rows, (row) => row.periodEnd)].map(([end, own]) => [
      end,
      {
        row: { period_end_date: end, pay_date: own.map((row) => row.payDate).sort()[0] ?? null, gross: 0 },
        amounts: {
          paid_in_advance: Number(sumTexts(own.map((row) => row.taxable)).toFixed()),
          tax_in_advance: Number(sumTexts(own.map((row) => row.tax)).toFixed()),
        },
      },
    ]),
  )
}
