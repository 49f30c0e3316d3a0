import type { Pay, Step } from '../api/types.ts'
import { percent } from '../format.ts'
import type { Wording } from '../wording.ts'
import { leaveFigures } from './leave-figures.ts'

export type WhyFigure = {
  name: string
  amount: number
  /** The text of an amount that is not money. */
  text?: string
  /** The names of the steps of a figure. All steps below them are included. */
  steps: string[]
  isTotal?: boolean
  /** The name of the matching figure in the explanation. */
  figure?: string
}

type Figure = WhyFigure & { isLeftOut?: boolean }

/**
 * The figures of a pay in payslip order, each with the steps that lead to it. Remaining steps are listed at the end, so every
 * part of the calculation is explained.
 */
export function whyFigures(pay: Pay, steps: Step[], wording: Wording, isNz: boolean): WhyFigure[] {
  const figures: Figure[] = [
    { name: 'Gross', amount: pay.gross, steps: GROSS, figure: 'gross' },
    ...earningFigures(pay, steps),
    {
      name: wording.taxLong,
      amount: pay.tax,
      steps: ['taxable', 'ordinary', 'paye', 'tax', 'levy-liable'],
      figure: 'tax',
    },
    ...(isNz ? nzFigures(pay) : []),
    ...deductionFigures(pay, steps),
    { name: 'Net pay', amount: pay.net, steps: ['net'], isTotal: true, figure: 'net' },
    ...(isNz ? nzEmployerFigures(pay, steps) : auEmployerFigures(pay)),
    ...leaveFigures(steps),
    {
      name: `Reported to ${wording.authority}`,
      amount: 0,
      text: '',
      steps: ['reporting', 'filed', 'hours-paid', 'taxable-gross'],
      isLeftOut: !steps.some(({ name }) => /^(reporting|filed|taxable-gross)/.test(name)),
    },
  ]
  const shown = figures.filter(({ isLeftOut }) => !isLeftOut)
  const others = steps.filter((step) => !shown.some((figure) => belongsTo(figure, step)))
  if (others.length === 0) return shown
  return [
    ...shown,
    { name: 'Other steps', amount: 0, text: '', steps: [...new Set(others.map(({ name }) => name))] },
  ]
}

/** Whether a step belongs to a figure, directly or below one of its steps. */
export function belongsTo({ steps }: WhyFigure, { name }: Step): boolean {
  return steps.some((start) => name === start || name.startsWith(`${start}.`))
}

const GROSS = [
  'earnings',
  'allowances',
  'bonuses',
  'back-pay',
  'back-payments',
  'holidays',
  'holidays-paid-out',
  'holidays-in-advance',
  'sacrifices',
  'termination',
  'gross',
]

const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0)
/** The sum of all steps with this name. */
const stepSum = (steps: readonly Step[], start: string) => sum(steps.filter(({ name }) => name === start))
const hasStep = (steps: readonly Step[], start: string) =>
  steps.some(({ name }) => name === start || name.startsWith(`${start}.`))

/** Parts of the gross that have their own rules. */
function earningFigures(pay: Pay, steps: Step[]): Figure[] {
  return [
    {
      name: 'Back payments',
      amount: sum(pay.back_payments),
      steps: ['back-pay', 'back-payments', 'taxable.extras', 'tax.extra', 'reporting.lump-sum-e'],
      isLeftOut: pay.back_payments.length === 0,
    },
    {
      name: 'Extra pay',
      amount: stepSum(steps, 'extra-pay'),
      steps: ['extra-pay', 'tax.extra-pay', 'paye.extra-pay'],
      isLeftOut: !hasStep(steps, 'extra-pay'),
    },
    {
      name: 'Workers compensation',
      amount: pay.total_workers_compensation,
      steps: ['workers-compensation', 'earnings.workers-compensation', 'earnings.leave-compensation'],
      isLeftOut: pay.total_workers_compensation === 0,
    },
    {
      name: 'Paid out on termination',
      amount: stepSum(steps, 'termination.total'),
      steps: ['termination', ...PAID_OUT],
      isLeftOut: !pay.termination,
    },
  ]
}

const PAID_OUT = [
  'unused-holiday',
  'redundancy',
  'alt-holiday',
  'other',
  'pre-august-1978',
  'august-1978-to-august-1993',
  'post-august-1993',
]

/** Deductions after tax, grouped by the rules that limit them. */
function deductionFigures(pay: Pay, steps: Step[]): Figure[] {
  const support = pay.deductions.filter(({ classification }) => classification.startsWith('CHILD_SUPPORT'))
  const giving = pay.deductions.filter(({ classification }) => classification === 'CHARITY')
  return [
    {
      name: 'Child support',
      amount: sum(support),
      steps: ['child-support', 'deductions.protected-earnings', 'deductions.child-support-maximum'],
      isLeftOut: support.length === 0 && !hasStep(steps, 'child-support'),
    },
    {
      name: 'Payroll giving',
      amount: sum(giving),
      steps: ['payroll-giving', 'tax.payroll-giving-credit'],
      isLeftOut: !hasStep(steps, 'payroll-giving'),
    },
    {
      name: 'Deductions',
      amount: sum(pay.deductions),
      steps: ['deductions'],
      isLeftOut: pay.deductions.length === 0,
    },
  ]
}

function auEmployerFigures(pay: Pay) {
  // Without other contributions, the guarantee is the whole super, which one line shows.
  const isWhole = pay.resc_super_amount === 0 && pay.compulsory_super_amount === pay.super
  return [
    {
      name: 'Super guarantee',
      amount: pay.compulsory_super_amount,
      steps: ['super.base', 'super.base-in-weeks', 'super.base-counted', 'super.guarantee', 'super.due'],
      isLeftOut: isWhole,
    },
    {
      name: 'Reportable super',
      amount: pay.resc_super_amount,
      steps: ['super.reportable', 'super.above-compulsory', 'sacrifices.super'],
      isLeftOut: pay.resc_super_amount === 0,
    },
    {
      name: isWhole ? 'Super' : 'Super, total',
      amount: pay.super,
      steps: ['super'],
      isTotal: true,
      figure: 'super',
    },
  ]
}

function nzFigures(pay: Pay) {
  const loan = (pay.tax_plus_student_loan ?? pay.tax) - pay.tax
  return [
    {
      name: 'Student loan',
      amount: loan,
      steps: ['student-loan', 'tax-plus-student-loan'],
      figure: 'student_loan',
      isLeftOut: loan === 0,
    },
    {
      name: `KiwiSaver, employee ${percent(pay.kiwisaver_employee_rate ?? 0)}`,
      amount: pay.kiwisaver_employee_amount ?? 0,
      figure: 'kiwisaver_employee',
      steps: ['kiwisaver.employee-rate', 'kiwisaver.base', 'kiwisaver.employee-share', 'kiwisaver.employee'],
    },
  ]
}

function nzEmployerFigures(pay: Pay, steps: Step[]): Figure[] {
  return [
    {
      name: `KiwiSaver, employer ${percent(pay.kiwisaver_employer_rate ?? 0)}`,
      amount: pay.kiwisaver_employer_amount ?? 0,
      figure: 'kiwisaver_employer',
      steps: [
        'kiwisaver.employer-rate',
        'kiwisaver.base',
        'kiwisaver.employer-share',
        'kiwisaver.employer-part',
        'kiwisaver.uplift',
        'kiwisaver.contribution-levy',
        'kiwisaver.contribution-tax',
        'kiwisaver.employer',
      ],
    },
    {
      name: 'ESCT on the employer’s part',
      amount: pay.kiwisaver_esct_amount ?? 0,
      figure: 'kiwisaver_esct',
      steps: ['kiwisaver.esct', 'esct'],
    },
    {
      name: 'Complying fund, employer',
      amount: stepSum(steps, 'complying-fund.employer'),
      steps: ['complying-fund'],
      isLeftOut: !hasStep(steps, 'complying-fund'),
    },
    {
      name: 'KiwiSaver to the fund',
      amount: pay.total_kiwi_saver ?? 0,
      steps: ['kiwisaver.total'],
      isTotal: true,
    },
  ]
}
