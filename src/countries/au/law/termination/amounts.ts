import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { type Decimal, isZero, toCent, whole, ZERO } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import { standardHours } from '../../../../payroll/earnings.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import {
  BALANCES_AND_RATES,
  FIGURES_OF_THIS_PAY,
  given,
  type StepSource,
  TERMINATION_REQUEST,
} from '../../../../payroll/sources.ts'
import { rowsAsTerms, type Trace } from '../../../../payroll/trace.ts'
import { lastFullPayWords } from '../history/full-pay.ts'
import type { EndingFacts, EraSplit } from '../input/ending.ts'
import type { AuLeaveBalances, AuPayInput, AuTerminationInput, CessationCode } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'
import { valueLongService } from './long-service.ts'
import { type NoticePart, noticeParts } from './notice-parts.ts'
import { valueAnnualLeave, valueSickLeave, valueTimeOwed } from './unused-leave.ts'

/** The payments of a termination before tax. All optional choices of the request are resolved. */
export type TerminationAmounts = {
  cessationCode: CessationCode
  isHolidayPaid: boolean
  isLoadingPaid: boolean
  isLslPaid: boolean
  isSickPaid: boolean
  isRdoPaid: boolean
  isToilPaid: boolean
  holiday: Decimal
  loading: Decimal
  sick: Decimal
  rdo: Decimal
  /** Paid as overtime earnings, so it is not in `total`. */
  toil: Decimal
  lsl: EraSplit
  lslTotal: Decimal
  notice: Decimal
  redundancy: Decimal
  taxFreePilon: Decimal
  etp: Decimal
  nonEtp: Decimal
  normalEarnings: Decimal
  total: Decimal
  movements: readonly LeaveMovement[]
}

/** Values the notice, unused leave and lump sums of a termination from the employee's rate and balances. */
export function valueTermination(
  input: AuPayInput,
  ending: AuTerminationInput,
  balances: AuLeaveBalances,
  rates: AuRates,
  trace: Trace,
): TerminationAmounts {
  if (ending.terminationDate < input.startDate) {
    throw new CalculationError(
      `The termination date ${ending.terminationDate} is before the start date ${input.startDate}.`,
    )
  }
  const facts = { input, ending, balances, trace }
  writeRate(facts)
  const cessationCode = cessationFor(ending)
  const notice = valueNotice(facts)
  const annual = valueAnnualLeave(facts)
  const sick = valueSickLeave(facts)
  const { rdo, isRdoPaid, toil, isToilPaid } = valueTimeOwed(facts)
  const longService = valueLongService(facts, cessationCode, rates)
  const asked = valueLumpSums(facts, notice)
  const normalEarnings = normalEarningsOf(facts)
  const { holiday, loading } = annual
  const { redundancy, etp, nonEtp } = asked
  const total = addTotal(
    { notice, holiday, loading, sick, rdo, longService: longService.lslTotal, redundancy, etp, nonEtp },
    trace,
  )
  const isSickPaid = ending.isUnusedSickPaid
  const movements: LeaveMovement[] = [
    ...paidOut('holiday', annual.isHolidayPaid, balances.holiday),
    ...paidOut('sick', isSickPaid, balances.sick),
    ...paidOut('lsl', longService.isLslPaid, balances.lsl),
    ...paidOut('rdo', isRdoPaid, balances.rdo),
    ...paidOut('toil', isToilPaid, balances.toil),
  ]
  return {
    cessationCode,
    ...annual,
    isSickPaid,
    sick,
    isRdoPaid,
    rdo,
    isToilPaid,
    toil,
    ...longService,
    notice,
    ...asked,
    normalEarnings,
    total,
    movements,
  }
}

type TotalParts = Record<
  'notice' | 'holiday' | 'loading' | 'sick' | 'rdo' | 'longService' | 'redundancy' | 'etp' | 'nonEtp',
  Decimal
>

function addTotal({ rdo, ...parts }: TotalParts, trace: Trace): Decimal {
  const { notice, holiday, loading, sick, ...rest } = parts
  const isWithout = isZero(rdo)
  return trace.sum({
    name: 'termination.total',
    formula: `notice + unused annual leave + loading + unused sick leave${isWithout ? '' : ' + unused rostered days off'} + long service leave + redundancy + other ETP + non-ETP payments`,
    add: { notice, holiday, loading, sick, ...(isWithout ? {} : { rdo }), ...rest },
    rule: 'Termination payment',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** Explains the rate of an employee without an hourly rate, which comes from the last full pay. */
function writeRate({ input, trace }: EndingFacts): void {
  if (!input.isRateFromPays || input.lastFullPay === null) return
  const { periodEnd, taxable, hours } = input.lastFullPay
  const standard = standardHours(input.payPeriod, input)
  trace.product({
    name: 'termination.rate',
    formula:
      'taxable earnings of the last full pay ÷ its hours (the standard ones where it counts none), to the cent',
    multiply: { taxable },
    divide: { hours: hours.gt(ZERO) ? hours : standard },
    about: { periodEnd },
    to: toCent,
    rule: 'Hourly rate of an employee without one',
    source: LAST_FULL_PAY,
  })
}

function cessationFor(ending: AuTerminationInput): CessationCode {
  if (ending.reason === 'INVALIDITY') return 'I'
  if (ending.reason === 'REDUNDANCY') return 'R'
  return ending.reason === 'TERMINATION' ? (ending.cessationTypeCode ?? 'V') : 'D'
}

function valueNotice({ input, ending, trace }: EndingFacts): Decimal {
  if (!ending.isPaymentInLieuPaid) return ZERO
  const words = { name: 'termination.payment-in-lieu', rule: 'Payment in lieu of notice', to: toCent }
  if (ending.paymentInLieuType === 'NOTICE_HOURS') {
    const source = given('Notice hours of the termination request, at the employee’s rate')
    const parts = noticeParts(input, ending)
    const price = (name: string, { hours, rate }: NoticePart) =>
      trace.product({
        ...words,
        name,
        formula: 'notice hours × hourly rate, to the cent',
        multiply: { hours, rate },
        source,
      })
    if (parts.length === 1) return price(words.name, present(parts[0]))
    const amounts = parts.map((part, index) => price(`${words.name}.${index + 1}`, part))
    return trace.sum({
      ...words,
      formula: 'notice hours at the rate of their days',
      add: rowsAsTerms(amounts),
      rule: 'Payment in lieu of notice, Fair Work Act 2009 s 117(2)(b)',
      source,
    })
  }
  return trace.sum({
    ...words,
    formula: 'lump sum as given, to the cent',
    add: { lumpSum: ending.noticeLumpSum ?? ZERO },
    source: TERMINATION_REQUEST,
  })
}

/** The dollar amounts of the request. The tax-free part of the notice is included in the notice, not added to it. */
function valueLumpSums({ ending, trace }: EndingFacts, notice: Decimal) {
  const write = (name: string, amount: Decimal | null) =>
    amount === null || toCent(amount).eq(ZERO)
      ? ZERO
      : trace.sum({
          name: `termination.${name}`,
          formula: 'amount as given, to the cent',
          add: { given: amount },
          to: toCent,
          rule: 'Termination request',
          source: TERMINATION_REQUEST,
        })
  const taxFreePilon = write('tax-free-pilon', ending.redundancyTaxFreePilonComponent)
  if (taxFreePilon.gt(notice)) {
    throw new CalculationError('redundancy_tax_free_pilon_component may not exceed the notice payment.')
  }
  return {
    redundancy: write('redundancy', ending.redundancyAmount),
    etp: write('etp', ending.etpAmount),
    nonEtp: write('non-etp', ending.nonEtpAmount),
    taxFreePilon,
  }
}

const LAST_FULL_PAY = given('Taxable earnings of the employee’s last full pay')
const [MONTHS, WEEKS] = [whole(12), whole(52)]
const PERIODS = { WEEKLY: whole(1), FORTNIGHTLY: whole(2), FOUR_WEEKLY: whole(4) }

/** Normal gross earnings for Schedule 7: the amount entered, the last full pay, or the standard hours of a period. */
function normalEarningsOf({ input, ending, trace }: EndingFacts): Decimal {
  const words = { name: 'termination.normal-earnings', rule: 'Schedule 7, normal gross earnings' }
  const write = (formula: string, amount: Decimal, source: StepSource) =>
    trace.sum({ ...words, formula, add: { amount }, to: toCent, source })
  if (ending.isManualLeaveAmounts && ending.normalEarnings !== null) {
    return write('amount as given, to the cent', ending.normalEarnings, TERMINATION_REQUEST)
  }
  if (input.lastFullPay !== null) {
    const { periodEnd, paidBy, taxable } = input.lastFullPay
    return write(lastFullPayWords(periodEnd, paidBy), taxable, LAST_FULL_PAY)
  }
  const { ratePerHour: rate, hoursPerDay, daysPerWeek, payPeriod } = input
  const isMonthly = payPeriod === 'MONTHLY'
  return trace.product({
    ...words,
    formula: isMonthly
      ? 'hourly rate × hours a day × days a week × weeks a year ÷ months a year, to the cent'
      : 'hourly rate × hours a day × days a week × weeks of the period, to the cent',
    multiply: { rate, hoursPerDay, daysPerWeek, weeks: isMonthly ? WEEKS : PERIODS[payPeriod] },
    ...(isMonthly && { divide: { months: MONTHS } }),
    to: toCent,
    source: BALANCES_AND_RATES,
  })
}

function paidOut(balance: keyof AuLeaveBalances, isPaid: boolean, hours: Decimal): LeaveMovement[] {
  return isPaid && hours.gt(ZERO) ? [{ balance, kind: 'paid-out', amount: ZERO.minus(hours) }] : []
}
