import { type Decimal, decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import { hoursInPeriod } from './context/leave-ahead.ts'
import type { WholePay } from './context/loaded-pay.ts'
import type { PayJob } from './job/pay-job.ts'
import type { LoadedLine } from './lines/lines.ts'
import type { PayCreate } from './request/schema.ts'

type LineOfKind<Kind extends LoadedLine['kind']> = Extract<LoadedLine, { kind: Kind }>
const linesOf = <Kind extends LoadedLine['kind']>(pay: WholePay, kind: Kind): LineOfKind<Kind>[] =>
  pay.lines.filter((line): line is LineOfKind<Kind> => line.kind === kind)

/**
 * A draft copies the hours and one-off allowances of the last pay. Leave, bonuses and back payments belong to their own
 * period. Hours of leave become ordinary hours.
 */
export function copyOf(
  pay: WholePay,
  rates: ReadonlySet<string>,
  employee: PayJob['employee'],
): Pick<PayJob, 'request' | 'department' | 'notes'> {
  const leave = sum(linesOf(pay, 'leave').map(({ details }) => hoursInPeriod(details, employee, pay.run)))
  const hours = linesOf(pay, 'hours')
  const ordinary = hours.findIndex(({ details }) => !details.is_overtime && details.units === 'hours')
  const isWorked = leave.gt(ZERO) && ordinary >= 0
  return {
    department: pay.row.pay_department,
    request: {
      ...(pay.row.pay_department ? { pay_department: pay.row.pay_department } : {}),
      hours: hours.map((line, index) => hoursOf(line, isWorked && index === ordinary ? leave : ZERO, rates)),
      allowances: linesOf(pay, 'allowance').flatMap(allowanceOf),
    },
    ...(isWorked
      ? {
          notes: [
            `${leave.toFixed()} hours of the last pay were leave: they are entered as ordinary hours here.`,
          ],
        }
      : {}),
  }
}

/** Hours at the same rate. A rate that no longer exists is paid at its old price. */
function hoursOf(
  { description, details }: LineOfKind<'hours'>,
  more: Decimal,
  rates: ReadonlySet<string>,
): NonNullable<PayCreate['hours']>[number] {
  const reference = details.rate_reference
  const isKnown = reference !== null && rates.has(reference)
  const isOwn = details.has_own_rate || (reference !== null && !isKnown)
  return {
    description,
    units: details.units,
    value: decimal(details.value).plus(more).toFixed(),
    is_overtime: details.is_overtime,
    ...(details.multiplier === null ? {} : { multiplier: details.multiplier }),
    ...(isKnown ? { rate_reference: reference } : {}),
    ...(isOwn && !isKnown && details.multiplier === null ? { rate: details.rate } : {}),
  }
}

/** Automatic items are added to the draft with their current values, so they are not copied. */
function allowanceOf({ description, details }: LineOfKind<'allowance'>) {
  if (details.is_auto) return []
  return [
    {
      description,
      amount: details.amount,
      units: details.units,
      allowance_category: details.allowance_category,
      is_taxable: details.is_taxable,
      is_itemised: details.is_itemised,
      is_included_in_super_calculations: details.is_included_in_super_calculations,
      ...(details.is_reimbursement ? { is_reimbursement: true } : {}),
    },
  ]
}
