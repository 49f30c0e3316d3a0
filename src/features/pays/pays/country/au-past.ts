import { readAdvances } from '../../../../countries/au/law/advance.ts'
import { declarationIn } from '../../../../countries/au/law/facts.ts'
import type { AuPastPay } from '../../../../countries/au/law/past-pay.ts'
import { readReporting } from '../../../../countries/au/law/stored-reporting.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { LoadedPast, PastDetails, PastSums } from './types.ts'

/* What is read of earlier Australian pays, and what the law is told of them. */

export const PAST_COLUMNS = [
  'p.taxable_gross',
  'p.tax',
  'p.super',
  'p.super_base_counted',
  'p.super_base',
  'p.compulsory_super',
  'nullif(p.resc_super - p.sacrificed_super, 0)',
  'p.super_due_date',
  'p.period_taxable',
  'p.period_tax',
  'nullif(p.method_b2_amount, 0)',
  'nullif(p.method_b2_tax, 0)',
  'nullif(p.method_b2_study_loan, 0)',
  'nullif(p.tax_carried, 0)',
  'p.advances',
]

/** In the order of the columns above. Only whether there was super is asked, which a negative one must not hide. */
export const PAST_SUMS: PastSums = {
  columns: [
    'sum(p.taxable_gross)',
    'sum(p.tax)',
    'max(p.super)',
    'sum(p.super_base_counted)',
    ...['', '', ''],
    'max(p.super_due_date)',
    ...['', ''],
    'nullif(sum(p.method_b2_amount), 0)',
    'nullif(sum(p.method_b2_tax), 0)',
    'nullif(sum(p.method_b2_study_loan), 0)',
    'nullif(sum(p.tax_carried), 0)',
    '',
  ],
  isApart: 'p.advances is not null',
}

export const DETAIL_COLUMNS = {
  extras: 'p.extras',
  extra_tax: 'p.extra_tax',
  extra_study_loan: 'p.extra_study_loan',
  gross: 'p.gross',
  tax: 'p.tax',
  hours_paid: 'p.hours_paid',
  hours_per_day: 'p.hours_per_day',
  days_per_week: 'p.days_per_week',
  facts: 'p.facts',
}

/** Read for every earlier pay of everybody who is paid: member by member, which is several times as fast as spreading. */
export function pastPayOf({
  timing,
  id,
  isTermination,
  isSum,
  cells,
  details,
}: LoadedPast['pays'][number]): AuPastPay {
  return {
    payDate: timing.payDate,
    payPeriod: timing.payPeriod,
    periodStart: timing.periodStart,
    periodEnd: timing.periodEnd,
    id,
    isTermination,
    taxableGross: cells[0] || '0',
    tax: cells[1] || '0',
    super: cells[2] || '0',
    superBaseCounted: cells[3] || '0',
    superBase: cells[4] || '0',
    compulsorySuper: cells[5] || '0',
    aboveCompulsorySuper: cells[6] || '0',
    superDueDate: (cells[7] || null) as CivilDate | null,
    periodTaxable: cells[8] || '0',
    periodTax: cells[9] || '0',
    methodB2Amount: cells[10] || '0',
    methodB2Tax: cells[11] || '0',
    methodB2StudyLoan: cells[12] || '0',
    taxCarried: cells[13] || '0',
    advances: readAdvances(cells[14] || null),
    details: details && detailsOf(details),
    ...(isSum ? { isSum } : {}),
  }
}

function detailsOf(details: PastDetails): AuPastPay['details'] {
  const reporting = readReporting(details.reporting)
  const { columns } = details
  return {
    extras: columns.extras ?? '0',
    extraTax: columns.extra_tax ?? '0',
    extraStudyLoan: columns.extra_study_loan ?? '0',
    netBeforeDeductions: decimal(columns.gross ?? '0')
      .minus(columns.tax ?? '0')
      .toFixed(),
    childSupport: reporting.deductions.CHILD_SUPPORT_DEDUCTION ?? '0',
    hoursPaid: columns.hours_paid ?? '0',
    hoursPerDay: columns.hours_per_day ?? '0',
    daysPerWeek: columns.days_per_week ?? '0',
    lines: details.lines,
    ...(columns.facts ? { declaration: declarationIn(JSON.parse(columns.facts)) } : {}),
    etps: reporting.etps.map((etp) => ({
      code: etp.etpCode,
      taxable: etp.taxableComponent,
      taxFree: etp.taxFreeComponent,
      withheld: etp.taxWithheld,
      lumpSumD: etp.lumpSumD,
    })),
  }
}
