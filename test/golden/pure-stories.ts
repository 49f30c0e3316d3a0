import type { CountryTypes } from '../../src/countries/contract/country.ts'
import { type DerivedFrom, derivedFields } from '../../src/features/employees/employees/derived.ts'
import { FIELD_NAMES, fieldOf } from '../../src/features/employees/employees/fields.ts'
import { lawRatesOn } from '../../src/features/employees/employees/law-rates.ts'
import { fallbacksUnder, prepareNew } from '../../src/features/employees/employees/prepare.ts'
import type { EmployeeInput } from '../../src/features/employees/employees/schema.ts'
import { calculateEmployee } from '../../src/features/pays/pays/calculate/calculate-pays.ts'
import type { CalculatedPay } from '../../src/features/pays/pays/calculate/calculated-pay.ts'
import type { EmployeeContext } from '../../src/features/pays/pays/context/employee-context.ts'
import { australia } from '../../src/features/pays/pays/country/au.ts'
import { newZealand } from '../../src/features/pays/pays/country/nz.ts'
import type {
  CountryMapping,
  EmployeeLedger,
  PayCountry,
} from '../../src/features/pays/pays/country/types.ts'
import type { PayEmployee } from '../../src/features/pays/pays/job/pay-employee.ts'
import type { PayJob } from '../../src/features/pays/pays/job/pay-job.ts'
import { itemKey } from '../../src/features/pays/pays/lines/match.ts'
import { ORDINARY_TIME } from '../../src/features/pays/pays/lines/pay-rates.ts'
import type { TerminationBlock } from '../../src/features/pays/pays/request/termination-schema.ts'
import { viewTermination } from '../../src/features/pays/pays/schema/termination.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import { type Decimal, decimal, toPlaces, ZERO } from '../../src/kernel/values/money.ts'
import { loadRates } from '../../src/load-rates.ts'
import { figureWriter, shownFigures } from '../../src/payroll/figures.ts'
import { type PayPeriod, periodEndFor, periodStartFor } from '../../src/payroll/pay-periods.ts'
import type { LeaveBalance, LeaveMovement } from '../../src/payroll/result.ts'
import type { Step } from '../../src/payroll/trace.ts'
import type { AnyJson } from '../support/app.ts'
import { employeeBody } from '../support/make.ts'
import { callsOf, repeated, requestOf, type Story, type StoryCall } from './stories.ts'

type Country = 'AU' | 'NZ'

/*
 * Runs the stories without service and database: the employee's record, the requests, and the law as the
 * service uses them, with the pay history in a list. A story runs up to its first call that only the service
 * can answer (see UNKNOWN).
 */

/** Keywords of a call that need the service: recalculating stored pays, and refusals in its own words. */
const UNKNOWN = [
  'rebuild',
  'recalculate',
  'reinstate',
  'change',
  'read',
  'back_pay',
  'dry_run',
  'status',
] as const

const RATES = loadRates()
const OPTIONS = { types: new Map<string, number>(), tenures: new Map<string, number>() }
const ANCHOR = civilDate('2024-06-30')

export type PureAnswer = { call: StoryCall; place: number; body: AnyJson; steps: readonly Step[] }

/** The state after one pay. */
type Kept = { id: number; past: CountryTypes['pastPay']; movements: readonly LeaveMovement[] }

/** Runs the calls and returns the answers in order. */
export function playPurely(country: Country, story: Story): PureAnswer[] {
  const payer = payerOf(country, story)
  const answers: PureAnswer[] = []
  const calls = story.calls.flatMap((call) => repeated(call, payer.employee.pay_period))
  let place = 0
  for (const group of callsOf(calls)) {
    const [call] = group as [StoryCall]
    if (UNKNOWN.some((word) => call[word] !== undefined) || story.company || story.standing) break
    if (call.delete !== undefined) payer.forget(call.delete)
    else if (call.employee)
      answers.push({ call, place, body: { ...recordOf(payer.employee), ...payer.balances() }, steps: [] })
    else {
      const made = payer.pay(group)
      answers.push(
        ...made.map((pay, index) => ({ ...pay, call: group[index] as StoryCall, place: place + index })),
      )
    }
    place += group.length
  }
  return answers
}

/** The fields of the employee's record that stories read. */
const recordOf = (employee: PayEmployee) => ({
  // The date on which the stories run over HTTP.
  ...derivedFields(employee as unknown as DerivedFrom, civilDate('2027-06-30')),
  ...Object.fromEntries(
    FIELD_NAMES.filter((name) => fieldOf(name).kind === 'decimal').map((name) => {
      const value = (employee as unknown as Record<string, string | null>)[name] ?? null
      return [name, value === null ? null : Number(value)]
    }),
  ),
})

function employeeOf(country: Country, story: Story): PayEmployee {
  const input = employeeBody({
    country,
    pay_rate_per_hour: '40.00',
    pay_period: 'WEEKLY',
    ...story.employee,
  }) as EmployeeInput
  const law = lawRatesOn({ rates: RATES }, civilDate('2027-06-30'))
  const blank = {
    ...fallbacksUnder(law),
    id: 1,
    is_terminated: false,
    termination_date: null,
    pay_calendar_id: null,
  }
  return prepareNew(input, country, OPTIONS, blank, law).fields as unknown as PayEmployee
}

function payerOf(country: Country, story: Story) {
  const law: PayCountry = country === 'AU' ? australia : newZealand
  // The countries pass on their mapping, of which the pipeline sees less.
  const mapping = law as unknown as CountryMapping<CountryTypes>
  const employee = employeeOf(country, story)
  const kept: Kept[] = []
  /** Stored pays are numbered from 1. A dry run leaves no gap. */
  let numbered = 0
  let items: EmployeeContext['items'] = {
    employeeId: 1,
    ratePerHour: employee.pay_rate_per_hour,
    workersCompPerHour:
      Number(employee.hourly_amount_for_workers_comp_leave) === 0
        ? null
        : employee.hourly_amount_for_workers_comp_leave,
    paidParentalPerHour: null,
    rates: [ORDINARY_TIME],
    items: new Map(),
    templates: new Map(),
    autoTemplates: [],
  }
  const moved = (balance: LeaveBalance): Decimal =>
    kept
      .flatMap(({ movements }) => movements)
      .filter((move) => move.balance === balance)
      .reduce((total, { amount }) => total.plus(amount), ZERO)
  const balancesNow = () => ({
    ...{ holiday: moved('holiday'), sick: moved('sick'), lsl: moved('lsl') },
    rdo: decimal(employee.rdo_hours).plus(moved('rdo')),
    toil: decimal(employee.toil_hours).plus(moved('toil')),
    annualHolidaysWeeks: moved('annual_holidays_weeks'),
    altHolidayDays: moved('alt_holiday_days'),
    sickDays: moved('sick_days'),
  })
  let last: (Kept & { steps: readonly Step[] }) | null = null
  let steps: (readonly Step[])[] = []
  const commit = () => {
    if (!last) return
    kept.push(last)
    numbered = last.id
    steps.push(last.steps)
    last = null
  }

  /** Opened as the service does it, with every pay under its own id and the steps available. */
  const ledger: EmployeeLedger = {
    calculate(pay, rates) {
      const { rules } = mapping
      const own = mapping.ratesOf(rates)
      const terms = mapping.termsOf(employee, () => employee.tax_file_number as unknown as string | null)
      const asked = {
        ...pay,
        ending: pay.termination && mapping.endingOf(pay.termination),
      }
      const hasHours = rules.needsOfPast(pay.past).hasHours
      const standing = {
        pays: kept.map(({ past }) => past),
        balances: balancesNow(),
        periodHours: hasHours
          ? pay.lines.hours.map(({ units, value }) => ({ units, value: value.toFixed() }))
          : null,
      }
      const input = rules.settle(rules.inputOf(terms, asked, standing, own), own)
      const result = rules.calculate(input, own)
      const id = numbered + 1
      const past = { ...rules.toPastPay(pay.past.timing, input, result), id }
      last = { id, past, movements: result.leaveMovements, steps: result.steps }
      return { ...viewed(mapping, input, result), commit }
    },
    splitLeave(pay, rates) {
      const { rules } = mapping
      const terms = mapping.termsOf(employee, () => null)
      const asked = { ...pay, ending: pay.termination && mapping.endingOf(pay.termination) }
      const standing = { pays: kept.map(({ past }) => past), balances: balancesNow(), periodHours: null }
      const own = mapping.ratesOf(rates)
      return rules.splitLeave?.(rules.inputOf(terms, asked, standing, own), own) ?? new Map()
    },
  }

  return {
    employee,
    forget(place: number) {
      const gone = kept.findIndex(({ id }) => id === place)
      kept.splice(gone, 1)
      employee.is_terminated = kept.some(({ past }) => past.isTermination)
    },
    balances: (): AnyJson => ({
      annual_holidays_weeks: Number(moved('annual_holidays_weeks').toFixed()),
      alt_holiday_days: Number(moved('alt_holiday_days').toFixed()),
      sick_hours: Number(
        moved('sick')
          .plus(toPlaces(moved('sick_days').times(employee.standard_hours_per_day), 4))
          .toFixed(),
      ),
      holiday_hours: Number(moved('holiday').toFixed()),
      lsl_hours: Number(moved('lsl').toFixed()),
      rdo_hours: Number(balancesNow().rdo.toFixed()),
      toil_hours: Number(balancesNow().toil.toFixed()),
    }),
    pay(group: readonly StoryCall[]) {
      const jobs = group.map((call) => jobOf(call, employee))
      const known = {
        items,
        ledger,
        ledgerAsStored: () => ledger,
        usual: undefined,
        opening: null,
        overlapped: [],
      }
      const options = { country: law, rates: RATES, isTaxRedistributed: true }
      const pays = calculateEmployee(jobs, known, options)
      commit()
      employee.is_terminated = kept.some(({ past }) => past.isTermination)
      const ending = jobs.findLast((job) => job.termination)?.termination
      if (ending) employee.termination_date = civilDate(ending.termination_date)
      for (const { newItems } of pays)
        for (const item of newItems)
          items = {
            ...items,
            items: new Map([...items.items, [itemKey(item.kind, item.description, item.amount), item]]),
          }
      const own = steps
      steps = []
      return pays.map((pay, index) => ({ body: answerOf(pay, law), steps: own[index] ?? [] }))
    },
  }
}

function jobOf(call: StoryCall, employee: PayEmployee): PayJob {
  const { pay_date, period_end_date, ...block } = call.terminate ?? {}
  const payDate = civilDate(String(pay_date ?? call.date))
  const payPeriod = employee.pay_period as PayPeriod
  const named = period_end_date ?? call.period_end_date
  const periodEnd = named ? civilDate(String(named)) : periodEndFor(payPeriod, payDate, ANCHOR)
  const periodStart = periodStartFor(payPeriod, periodEnd)
  return {
    name: 'Pay 0',
    requestIndex: 0,
    employee,
    run: { id: 1, start_date: periodStart, end_date: periodEnd, pay_period: payPeriod } as PayJob['run'],
    timing: { payDate, payPeriod, periodStart, periodEnd },
    isWorkersComp: call.workers_comp ?? false,
    status: 'processed',
    department: (call.pay_department as string | undefined) ?? null,
    request: call.terminate ? { hours: [] } : requestOf(call, 1),
    lines: null,
    termination: call.terminate
      ? (block as TerminationBlock)
      : ((call.termination as TerminationBlock) ?? null),
    existing: null,
  }
}

function viewed(
  mapping: CountryMapping<CountryTypes>,
  input: CountryTypes['input'],
  result: CountryTypes['result'],
) {
  const { rules } = mapping
  return {
    amounts: result.lines,
    leaveRates: input.leave.map((line) => line.ratePerHour),
    allowanceRates: input.allowances.map((line) => line.amountPerUnit),
    figures: figureWriter(rules.figures).texts(result),
    gross: result.figures.gross,
    net: result.figures.net,
    sharedTax: rules.sharedTax(result),
    leaveMovements: result.leaveMovements,
    warnings: result.warnings,
    balances: rules.showBalances(input, rules.balancesAfter(input, result)),
    termination: result.termination ? viewTermination(result.termination) : null,
    facts: () => rules.facts.write(input),
    cells: () => ({}),
  }
}

const ownMembers = (country: PayCountry, figures: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    shownFigures(country.figures)
      .filter(({ isShownEverywhere }) => !isShownEverywhere)
      .map(({ view, column }) => [view, figures[column] ?? 0]),
  )

/** The fields of an answer about a pay, and about the termination if it ends the employment. */
function answerOf({ calculated, lines, warnings, job }: CalculatedPay, country: PayCountry): AnyJson {
  const figures = Object.fromEntries(
    Object.entries(calculated.figures).map(([name, text]) => [name, Number(text)]),
  )
  if (job.termination && !job.request?.termination) return { ...calculated.termination, warnings }
  const ofKind = (kind: string) =>
    lines.filter((line) => line.kind === kind).map(({ amount }) => ({ amount: Number(amount) }))
  return {
    ...figures,
    ...ownMembers(country, figures),
    deductions: ofKind('deduction'),
    ...(calculated.termination ? { termination: calculated.termination } : {}),
    leave_balance_rows: calculated.balances.map((row) => ({ ...row, hours: Number(row.hours) })),
    warnings,
  }
}
