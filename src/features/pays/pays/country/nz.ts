import { NZ_FIGURES } from '../../../../countries/nz/law/figures/figures.ts'
import type { NzPastDetails, NzPastPay } from '../../../../countries/nz/law/figures/past-pay.ts'
import { type NzTypes, nz } from '../../../../countries/nz/law/index.ts'
import type { NzLeaveBalances, NzTerminationInput } from '../../../../countries/nz/law/input/input.ts'
import { isPricedByLaw } from '../../../../countries/nz/law/input/leave-types.ts'
import { HOLIDAY_PAY_ROW } from '../../../../countries/nz/law/leave/holiday-pay-with-wages.ts'
import { COMPENSATION_ROW } from '../../../../countries/nz/law/leave/leave-compensation.ts'
import { nextActOf } from '../../../../countries/nz/law/rates/next-act.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import { detailsReader, historyReader } from '../../../../payroll/figure-history.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import type { Balances } from '../job/leave-balances.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import { adapt } from './country-adapter.ts'
import { esctAdvice } from './nz-esct.ts'
import { employeeRecordOf, isPaidAfterEnd, termsOf } from './nz-terms.ts'
import { sentAmount } from './setting.ts'
import type { LoadedPast, StoredDetails } from './types.ts'

/* Maps New Zealand rows to calculation input and back. */

/** Leave hours under the Employment Leave Act 2026. Empty while all are zero, as they are before it. */
function hoursOf({
  annual_leave_hours,
  sick_leave_hours,
  alt_leave_hours,
}: Balances): Partial<NzLeaveBalances> {
  if ([annual_leave_hours, sick_leave_hours, alt_leave_hours].every((hours) => Number(hours) === 0)) return {}
  return {
    annualLeaveHours: decimal(annual_leave_hours),
    sickLeaveHours: decimal(sick_leave_hours),
    altLeaveHours: decimal(alt_leave_hours),
  }
}

/** Converts a termination block to calculation input. */
function endingOf(block: TerminationBlock): NzTerminationInput {
  return {
    terminationDate: civilDate(block.termination_date),
    isManualLeaveAmounts: block.is_manual_leave_amounts ?? false,
    isPaymentInLieuPaid: block.is_payment_in_lieu_paid ?? false,
    paymentInLieuAmount: sentAmount(block.payment_in_lieu_amount),
    redundancyAmount: sentAmount(block.redundancy_amount),
    retiringAllowanceAmount: sentAmount(block.retiring_allowance_amount),
    nonEtpAmount: sentAmount(block.non_etp_amount),
    unusedHolidayAmount: sentAmount(block.unused_holiday_amount),
    unusedAltHolidayAmount: sentAmount(block.unused_alt_holiday_amount),
    nzYtdTaxable: sentAmount(block.nz_ytd_taxable) ?? ZERO,
  }
}

const detailsIn = detailsReader(NZ_FIGURES)

const detailsOf = ({ figures, lines }: StoredDetails, timing: PayTiming): NzPastDetails => ({
  ...detailsIn(figures, timing),
  lines,
})

const read = historyReader<typeof NZ_FIGURES, NzPastDetails>(NZ_FIGURES)

/** An earlier New Zealand pay, as input for the calculation. */
export const pastPayOf = (row: LoadedPast['pays'][number]): NzPastPay =>
  read(row, row.details && detailsOf(row.details, row.timing))

export const newZealand = adapt<NzTypes>({
  rules: nz,
  ratesOf: (rates) => rates.nz,
  items: {
    isForeignLeave: () => false,
    isPricedByLaw,
    lawRows(employee, timing, { nz: rates }) {
      const startDate = civilDate(employee.start_date)
      if (nextActOf({ ...timing, startDate }, rates)) return [{ description: COMPENSATION_ROW, isFree: true }]
      const has8Percent = employee.is_holiday_pay_paid_with_wages || isPaidAfterEnd(employee)
      return has8Percent ? [{ description: HOLIDAY_PAY_ROW }] : []
    },
    ownAmounts: {
      WORKERS_COMP: 'workersCompPerHour',
      NZ_ACC_WORKERS_COMP: 'workersCompPerHour',
      NZ_ACC_FIRST_WEEK: 'workersCompPerHour',
      NZ_ACC_LATER_WEEKS: 'workersCompPerHour',
    },
  },
  looksAtTaxNumber: false,
  detailJson: {},
  pastPayOf,
  termsOf,
  balancesOf: (employee) => ({
    annualHolidaysWeeks: decimal(employee.annual_holidays_weeks),
    altHolidayDays: decimal(employee.alt_holiday_days),
    sickDays: decimal(employee.sick_days ?? '0'),
    ...hoursOf(employee),
  }),
  employeeRecordOf,
  endingOf,
  adviseOn: esctAdvice,
})
