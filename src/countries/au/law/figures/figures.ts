import { amountFigures } from '../../../../payroll/amounts.ts'
import { COMMON_FIGURES, defineFigures } from '../../../../payroll/figures.ts'
import { hoursPaidIn } from '../earnings/hours-paid.ts'
import { AU_AMOUNTS } from '../input/amounts.ts'
import type { AuPayInput } from '../input/input.ts'
import type { AuPayResult } from '../input/result.ts'
import { incomeTypeOf } from '../input/tax-treatment.ts'
import { readAdvances, writeAdvances } from './stored-advances.ts'

/** The figures of an Australian pay. `src/payroll/figures.ts` describes the members of the entries. */
export const AU_FIGURES = defineFigures<AuPayInput, AuPayResult>()({
  ...COMMON_FIGURES,
  workersCompensation: { ...COMMON_FIGURES.workersCompensation, history: { isDetail: true } },
  tax: { ...COMMON_FIGURES.tax, history: { sum: 'sum' } },
  ...amountFigures(AU_AMOUNTS),
  superPaid: {
    type: 'numeric',
    from: ({ figures }) => figures.super,
    history: { sum: 'sum', expression: 'p.compulsory_super + p.resc_super' },
  },
  aboveCompulsorySuper: {
    type: 'numeric',
    from: ({ figures }) => figures.rescSuper.minus(figures.sacrificedSuper),
    history: { sum: 'none', expression: 'p.resc_super - p.sacrificed_super' },
  },
  superDueDate: {
    column: 'super_due_date',
    type: 'date',
    from: ({ figures }) => figures.superDueDate,
    history: { sum: 'max' },
  },
  methodB2Amount: {
    column: 'method_b2_amount',
    type: 'numeric',
    from: ({ figures }) => figures.methodB2.amount,
    history: { sum: 'sum' },
  },
  methodB2Tax: {
    column: 'method_b2_tax',
    type: 'numeric',
    from: ({ figures }) => figures.methodB2.tax,
    history: { sum: 'sum' },
  },
  methodB2StudyLoan: {
    column: 'method_b2_study_loan',
    type: 'numeric',
    from: ({ figures }) => figures.methodB2.studyLoan,
    history: { sum: 'sum' },
  },
  netBeforeDeductions: {
    type: 'numeric',
    from: ({ figures }) => figures.gross.minus(figures.tax),
    history: { isDetail: true, expression: 'p.gross - p.tax' },
  },
  advances: {
    column: 'advances',
    type: 'text',
    from: ({ figures }) => writeAdvances(figures.advances),
    history: { sum: 'none', isApart: true, read: readAdvances },
  },
  reporting: {
    column: 'reporting',
    type: 'jsonb',
    from: ({ reporting }) => JSON.stringify(reporting),
    reported: 1,
  },
  incomeType: {
    column: 'income_type',
    type: 'text',
    fact: ({ declaration, employmentStatus }) => incomeTypeOf(declaration, employmentStatus),
    reported: 2,
  },
  hoursPaid: { column: 'hours_paid', type: 'numeric', fact: hoursPaidIn, history: { isDetail: true } },
  ratePerHour: {
    column: 'rate_per_hour',
    type: 'numeric',
    fact: ({ ratePerHour }) => ratePerHour,
    history: { isDetail: true },
  },
  hoursPerDay: {
    column: 'hours_per_day',
    type: 'numeric',
    fact: ({ hoursPerDay }) => hoursPerDay,
    history: { isDetail: true },
  },
  daysPerWeek: {
    column: 'days_per_week',
    type: 'numeric',
    fact: ({ daysPerWeek }) => daysPerWeek,
    history: { isDetail: true },
  },
})
