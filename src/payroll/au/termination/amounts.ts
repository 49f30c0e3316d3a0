import { completedYears } from '../../dates.ts'
import { type Decimal, decimal, notBelowZero, sum, toCent, whole, ZERO } from '../../money.ts'
import type { LeaveMovement } from '../../result.ts'
import {
  BALANCES_AND_RATES,
  cite,
  FIGURES_OF_THIS_PAY,
  law,
  type StepSource,
  TERMINATION_REQUEST,
} from '../../sources.ts'
import { CalculationError, type StepInputs, type Trace } from '../../trace.ts'
import type { AuLeaveBalances, AuPayInput, AuTerminationInput, CessationCode } from '../input.ts'
import type { AuRates } from '../rates.ts'
import { type EraSplit, paysLongService, splitByEra } from './long-service.ts'

/** What an ending pays, before tax; every open question of the request is settled. */
export type TerminationAmounts = {
  cessationCode: CessationCode
  isHolidayPaid: boolean
  isLoadingPaid: boolean
  isLslPaid: boolean
  isSickPaid: boolean
  holiday: Decimal
  loading: Decimal
  sick: Decimal
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

/** Values the notice, the unused leave and the lump sums of an ending at the employee's rate and balances. */
export function valueTermination(
  input: AuPayInput,
  ending: AuTerminationInput,
  balances: AuLeaveBalances,
  rates: AuRates,
  trace: Trace,
): TerminationAmounts {
  if (ending.terminationDate < input.startDate) {
    throw new CalculationError(
      `The termination date ${ending.terminationDate} lies before the start date ${input.startDate}.`,
    )
  }
  const cessationCode = cessationFor(ending)
  const manual = ending.isManualLeaveAmounts
  const write = (
    name: string,
    amount: Decimal,
    formula: string,
    inputs: StepInputs,
    rule: string,
    source: StepSource = FIGURES_OF_THIS_PAY,
  ) => trace.step({ name: `termination.${name}`, amount, formula, inputs, rule, source })
  const value = (name: string, isPaid: boolean, hours: Decimal, given: Decimal | null) => {
    if (!isPaid) return ZERO
    if (manual && given !== null) return write(name, toCent(given), 'amount as given', {}, 'Manual amount')
    const amount = toCent(notBelowZero(hours).times(input.ratePerHour))
    return write(
      name,
      amount,
      'unused hours × hourly rate, to the cent',
      { hours, rate: input.ratePerHour },
      'Unused leave',
    )
  }

  const notice = toCent(noticeOf(ending, input.ratePerHour))
  if (ending.isPaymentInLieuPaid) {
    write(
      'payment-in-lieu',
      notice,
      'notice hours × hourly rate, or the lump sum, to the cent',
      {
        hours: ending.noticeHours ?? ZERO,
        lumpSum: ending.noticeLumpSum ?? ZERO,
        rate: input.ratePerHour,
      },
      'Payment in lieu of notice',
    )
  }
  const taxFreePilon = toCent(ending.redundancyTaxFreePilonComponent ?? ZERO)
  if (taxFreePilon.gt(notice)) {
    throw new CalculationError('redundancy_tax_free_pilon_component may not exceed the notice payment.')
  }

  const hasHoliday = balances.holiday.gt(ZERO) || (manual && ending.unusedHolidayAmount?.gt(ZERO) === true)
  const isHolidayPaid = ending.isUnusedHolidayPaid ?? (input.employmentStatus !== 'CASUAL' && hasHoliday)
  const holiday = value('unused-holiday', isHolidayPaid, balances.holiday, ending.unusedHolidayAmount)
  const givenLoading = manual ? ending.unusedLeaveLoadingAmount : null
  const percentage = input.leaveSettings.loadingPercentage
  const isLoadingPaid =
    ending.isUnusedLeaveLoadingPaid ??
    (isHolidayPaid && (percentage.gt(ZERO) || givenLoading?.gt(ZERO) === true))
  const loading = isLoadingPaid ? toCent(givenLoading ?? holiday.times(percentage)) : ZERO
  if (isLoadingPaid) {
    write(
      'unused-leave-loading',
      loading,
      givenLoading === null ? 'unused holiday × loading rate, to the cent' : 'amount as given',
      {
        holiday,
        percentage,
      },
      'Leave loading on unused leave',
    )
  }
  const sick = value('unused-sick', ending.isUnusedSickPaid, balances.sick, ending.unusedSickAmount)

  const isLslPaid = ending.isUnusedLslPaid ?? isLslDue(input, ending, balances, cessationCode, rates, trace)
  const lsl = isLslPaid ? lslOf(input, ending, balances, trace) : NO_LSL
  const lslTotal = sum([lsl.preAugust1978, lsl.august1978ToAugust1993, lsl.postAugust1993])

  const redundancy = toCent(ending.redundancyAmount ?? ZERO)
  const etp = toCent(ending.etpAmount ?? ZERO)
  const nonEtp = toCent(ending.nonEtpAmount ?? ZERO)
  const asked = { redundancy, etp, 'non-etp': nonEtp, 'tax-free-pilon': taxFreePilon }
  for (const [name, amount] of Object.entries(asked)) {
    if (!amount.eq(ZERO)) write(name, amount, 'amount as given, to the cent', {}, 'Termination request')
  }
  const normalEarnings = normalEarningsOf(input, ending)
  const total = write(
    'total',
    sum([notice, holiday, loading, sick, lslTotal, redundancy, etp, nonEtp]),
    'notice + unused leave + loading + long service leave + redundancy + other payments',
    { notice, holiday, loading, sick, longService: lslTotal, redundancy, etp, nonEtp },
    'Termination payment',
  )
  const movements: LeaveMovement[] = [
    ...paidOut('holiday', isHolidayPaid, balances.holiday),
    ...paidOut('sick', ending.isUnusedSickPaid, balances.sick),
    ...paidOut('lsl', isLslPaid, balances.lsl),
  ]
  return {
    cessationCode,
    isHolidayPaid,
    isLoadingPaid,
    isLslPaid,
    isSickPaid: ending.isUnusedSickPaid,
    holiday,
    loading,
    sick,
    lsl,
    lslTotal,
    notice,
    redundancy,
    taxFreePilon,
    etp,
    nonEtp,
    normalEarnings,
    total,
    movements,
  }
}

const NO_LSL: EraSplit = { preAugust1978: ZERO, august1978ToAugust1993: ZERO, postAugust1993: ZERO }

function cessationFor(ending: AuTerminationInput): CessationCode {
  if (ending.reason === 'INVALIDITY') return 'I'
  if (ending.reason === 'REDUNDANCY') return 'R'
  return ending.reason === 'TERMINATION' ? (ending.cessationTypeCode ?? 'V') : 'D'
}

function noticeOf(ending: AuTerminationInput, ratePerHour: Decimal): Decimal {
  if (!ending.isPaymentInLieuPaid) return ZERO
  if (ending.paymentInLieuType === 'NOTICE_HOURS') return (ending.noticeHours ?? ZERO).times(ratePerHour)
  return ending.noticeLumpSum ?? ZERO
}

function isLslDue(
  input: AuPayInput,
  ending: AuTerminationInput,
  balances: AuLeaveBalances,
  cessation: CessationCode,
  rates: AuRates,
  trace: Trace,
): boolean {
  const isManual = ending.isManualLeaveAmounts && manualLsl(ending).some((amount) => amount?.gt(ZERO))
  if (isManual) return true
  if (input.state === null) {
    if (!balances.lsl.gt(ZERO)) return false
    throw new CalculationError(
      'Whether long service leave is paid depends on the state, which is not known: send is_unused_lsl_paid.',
    )
  }
  const table = rates.longService.at(ending.terminationDate)
  const years = whole(completedYears(input.startDate, ending.terminationDate))
  const isPaid = paysLongService(table.value[input.state], years, ending.reason, cessation)
  trace.step({
    name: 'termination.long-service-due',
    amount: isPaid ? notBelowZero(balances.lsl) : ZERO,
    formula:
      'hours paid out: all after the full years of service, by reason from the pro rata years, else none',
    inputs: { state: input.state, years, reason: ending.reason, cessation, hours: balances.lsl },
    rule: `Long service leave, ${input.state}`,
    source: cite(table),
  })
  return isPaid
}

function manualLsl(ending: AuTerminationInput): readonly (Decimal | null)[] {
  return [
    ending.unusedLslPreAugust1978,
    ending.unusedLslAugust1978ToAugust1993,
    ending.unusedLslPostAugust1993,
  ]
}

function lslOf(
  input: AuPayInput,
  ending: AuTerminationInput,
  balances: AuLeaveBalances,
  trace: Trace,
): EraSplit {
  const given = manualLsl(ending)
  const isGiven = ending.isManualLeaveAmounts && given.some((amount) => amount !== null)
  const [pre, middle, post] = given.map((amount) => toCent(amount ?? ZERO)) as [Decimal, Decimal, Decimal]
  const amount = toCent(notBelowZero(balances.lsl).times(input.ratePerHour))
  const split = isGiven
    ? { preAugust1978: pre, august1978ToAugust1993: middle, postAugust1993: post }
    : splitByEra(amount, input.startDate, ending.terminationDate)
  const eras = [
    ['pre-august-1978', split.preAugust1978],
    ['august-1978-to-august-1993', split.august1978ToAugust1993],
    ['post-august-1993', split.postAugust1993],
  ] as const
  for (const [era, part] of eras) {
    trace.step({
      name: `termination.unused-lsl.${era}`,
      amount: part,
      formula: isGiven ? 'amount as given' : 'hours × hourly rate, shared out by days of service in the era',
      inputs: {
        hours: balances.lsl,
        rate: input.ratePerHour,
        start: input.startDate,
        end: ending.terminationDate,
      },
      rule: isGiven ? 'Manual amount' : 'ITAA 1997 s 83-105',
      source: isGiven ? TERMINATION_REQUEST : law('Income Tax Assessment Act 1997 (Australia)'),
    })
  }
  trace.step({
    name: 'termination.unused-lsl',
    amount: sum(eras.map(([, part]) => part)),
    formula: 'sum of the three eras',
    inputs: {},
    rule: 'Unused long service leave',
    source: BALANCES_AND_RATES,
  })
  return split
}

const WEEKS_PER_PERIOD = { WEEKLY: decimal('1'), FORTNIGHTLY: decimal('2') }

function normalEarningsOf(input: AuPayInput, ending: AuTerminationInput): Decimal {
  if (ending.isManualLeaveAmounts && ending.normalEarnings !== null) return toCent(ending.normalEarnings)
  if (input.lastFullPayGross !== null) return input.lastFullPayGross
  const weekly = input.ratePerHour.times(input.hoursPerDay).times(input.daysPerWeek)
  if (input.payPeriod === 'MONTHLY') return toCent(weekly.times(whole(52)).div(whole(12)))
  return toCent(weekly.times(WEEKS_PER_PERIOD[input.payPeriod]))
}

function paidOut(balance: 'holiday' | 'sick' | 'lsl', isPaid: boolean, hours: Decimal): LeaveMovement[] {
  return isPaid && hours.gt(ZERO) ? [{ balance, kind: 'paid-out', amount: ZERO.minus(hours) }] : []
}
