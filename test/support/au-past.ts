import { AU_FIGURES } from '../../src/countries/au/law/figures/figures.ts'
import type { AuPastDetails, AuPastPay } from '../../src/countries/au/law/figures/past-pay.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import { decimal } from '../../src/kernel/values/money.ts'
import { emptyHistory } from '../../src/payroll/figure-history.ts'
import { type PastLine, type PastQuestion, PLAIN_LINE } from '../../src/payroll/history.ts'
import { auRates } from '../golden/au-kinds.ts'
import { auPay } from './au-pay.ts'

/* Earlier Australian pays, and the history query for a pay of the week to 15 November 2026. */

export const on = civilDate
export const HOURS = {
  hoursPerDay: decimal('7.6'),
  hasHours: false,
  declaration: auPay().declaration,
  tfnRules: auRates.tfnRules,
}
export const timing = {
  payDate: on('2026-11-12'),
  payPeriod: 'WEEKLY' as const,
  periodStart: on('2026-11-09'),
  periodEnd: on('2026-11-15'),
}
export const asked = (change: Partial<PastQuestion> = {}): PastQuestion => ({
  timing,
  beforeId: 1000,
  startDate: on('2026-10-01'),
  dateOfBirth: null,
  lastDay: null,
  mayHaveExtras: false,
  leaveTypes: [],
  ...change,
})

const DETAILS: AuPastDetails = {
  extras: '0',
  extraTax: '0',
  extraStudyLoan: '0',
  netBeforeDeductions: '0',
  childSupport: '0',
  hoursPaid: '38',
  hoursPerDay: '7.6',
  daysPerWeek: '5',
  ratePerHour: '40',
  workersCompensation: '0',
  lines: [],
  etps: [],
}

/** A weekly pay of 1,520 with this pay date, for the week that ends three days later. */
export function past(
  payDate: string,
  change: Partial<AuPastPay> = {},
  details: Partial<AuPastDetails> = {},
): AuPastPay {
  const end = new Date(Date.parse(payDate) + 3 * 86_400_000).toISOString().slice(0, 10)
  const start = new Date(Date.parse(payDate) - 3 * 86_400_000).toISOString().slice(0, 10)
  return {
    id: 5,
    isTermination: false,
    ...emptyHistory(AU_FIGURES, timing),
    payDate: on(payDate),
    payPeriod: 'WEEKLY',
    periodStart: on(start),
    periodEnd: on(end),
    taxableGross: '1520.00',
    tax: '300.00',
    super: '182.40',
    superPaid: '182.40',
    superBase: '1520.00',
    superBaseCounted: '1520.00',
    compulsorySuper: '182.40',
    periodTaxable: '1520.00',
    periodTax: '300.00',
    details: { ...DETAILS, ...details },
    ...change,
  } as AuPastPay
}

export function line(change: Partial<PastLine>): PastLine {
  return {
    ...PLAIN_LINE,
    kind: 'bonus',
    description: 'Bonus',
    amount: '100',
    ...change,
  }
}
