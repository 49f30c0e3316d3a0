import { NZ_FIGURES } from '../../../../countries/nz/law/figures/figures.ts'
import type { NzPastDetails, NzPastPay } from '../../../../countries/nz/law/figures/past-pay.ts'
import { type NzTypes, nz } from '../../../../countries/nz/law/index.ts'
import type { NzTerminationInput } from '../../../../countries/nz/law/input/input.ts'
import { isPricedByLaw } from '../../../../countries/nz/law/input/leave-types.ts'
import { HOLIDAY_PAY_ROW } from '../../../../countries/nz/law/leave/holiday-pay-with-wages.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import { detailsReader, historyReader } from '../../../../payroll/figure-history.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import { adapt } from './country-adapter.ts'
import { esctAdvice } from './nz-esct.ts'
import { employeeRecordOf, isPaidAfterEnd, termsOf } from './nz-terms.ts'
import { sentAmount } from './setting.ts'
import type { LoadedPast, StoredDetails } from './types.ts'

/* Maps New Zealand rows to calculation input and back. */

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
    lawRows: (employee) =>
      employee.is_holiday_pay_paid_with_wages || isPaidAfterEnd(employee) ? [HOLIDAY_PAY_ROW] : [],
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
  }),
  employeeRecordOf,
  endingOf,
  adviseOn: esctAdvice,
})
