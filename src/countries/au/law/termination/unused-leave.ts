import { type Decimal, notBelowZero, toCent, ZERO } from '../../../../kernel/values/money.ts'
import { BALANCES_AND_RATES, EMPLOYEE_SETTING, TERMINATION_REQUEST } from '../../../../payroll/sources.ts'
import { type EndingFacts, rateFor } from '../input/ending.ts'

type AnnualLeave = { isHolidayPaid: boolean; holiday: Decimal; isLoadingPaid: boolean; loading: Decimal }

/** Unused annual leave and its loading. Paid by default if there is a balance and the employee is not casual. */
export function valueAnnualLeave(facts: EndingFacts): AnnualLeave {
  const { input, ending, balances } = facts
  const given = manual(facts, ending.unusedHolidayAmount)
  const isThere = balances.holiday.gt(ZERO) || given?.gt(ZERO) === true
  const isHolidayPaid = ending.isUnusedHolidayPaid ?? (input.employmentStatus !== 'CASUAL' && isThere)
  const holiday = isHolidayPaid ? valueHours('unused-holiday', balances.holiday, given, facts) : ZERO
  return { isHolidayPaid, holiday, ...valueLoading(facts, isHolidayPaid, holiday) }
}

/** Unused sick leave is paid only if the request says so. */
export function valueSickLeave(facts: EndingFacts): Decimal {
  const { ending, balances } = facts
  if (!ending.isUnusedSickPaid) return ZERO
  return valueHours('unused-sick', balances.sick, manual(facts, ending.unusedSickAmount), facts)
}

type TimeOwed = { isRdoPaid: boolean; rdo: Decimal; isToilPaid: boolean; toil: Decimal }

/** Rostered days off and time off in lieu that were earned but not taken. Paid by default if there are any. */
export function valueTimeOwed(facts: EndingFacts): TimeOwed {
  const { ending, balances } = facts
  const value = (name: string, hours: Decimal, isAsked?: boolean | null, amount?: Decimal | null) => {
    // A final pay from before these balances were paid out has no such field.
    if (isAsked === undefined) return { isPaid: false, amount: ZERO }
    const given = manual(facts, amount ?? null)
    const isPaid = isAsked ?? (hours.gt(ZERO) || given?.gt(ZERO) === true)
    return { isPaid, amount: isPaid ? valueHours(name, hours, given, facts) : ZERO }
  }
  const rdo = value('unused-rdo', balances.rdo, ending.isUnusedRdoPaid, ending.unusedRdoAmount)
  const toil = value('unused-toil', balances.toil, ending.isUnusedToilPaid, ending.unusedToilAmount)
  return { isRdoPaid: rdo.isPaid, rdo: rdo.amount, isToilPaid: toil.isPaid, toil: toil.amount }
}

function manual({ ending }: EndingFacts, given: Decimal | null): Decimal | null {
  return ending.isManualLeaveAmounts ? given : null
}

function valueHours(
  name: string,
  hours: Decimal,
  given: Decimal | null,
  { input, trace }: EndingFacts,
): Decimal {
  if (given !== null) return writeGiven(name, given, trace)
  return trace.made({
    name: `termination.${name}`,
    formula: 'unused hours × hourly rate, to the cent; a negative balance pays nothing',
    inputs: { hours, rate: rateFor(hours, input) },
    make: unusedHoursValue,
    rule: 'Unused leave',
    source: BALANCES_AND_RATES,
  })
}

function valueLoading(facts: EndingFacts, isHolidayPaid: boolean, holiday: Decimal) {
  const { input, ending, trace } = facts
  const given = manual(facts, ending.unusedLeaveLoadingAmount)
  const percentage = input.leaveSettings.loadingPercentage
  const isThere = percentage.gt(ZERO) || given?.gt(ZERO) === true
  const isLoadingPaid = ending.isUnusedLeaveLoadingPaid ?? (isHolidayPaid && isThere)
  if (!isLoadingPaid) return { isLoadingPaid, loading: ZERO }
  const name = 'unused-leave-loading'
  if (given !== null) return { isLoadingPaid, loading: writeGiven(name, given, trace) }
  const loading = trace.product({
    name: `termination.${name}`,
    formula: 'unused holiday × loading rate, to the cent',
    multiply: { holiday, percentage },
    to: toCent,
    rule: 'Leave loading on unused leave',
    source: EMPLOYEE_SETTING,
  })
  return { isLoadingPaid, loading }
}

function writeGiven(name: string, amount: Decimal, trace: EndingFacts['trace']): Decimal {
  return trace.sum({
    name: `termination.${name}`,
    formula: 'amount as given, to the cent',
    add: { given: amount },
    to: toCent,
    rule: 'Manual amount',
    source: TERMINATION_REQUEST,
  })
}

/** Unused hours at the hourly rate. A negative balance, from leave taken in advance, is not recovered. */
export function unusedHoursValue({ hours, rate }: { hours: Decimal; rate: Decimal }): Decimal {
  return toCent(notBelowZero(hours).times(rate))
}
