import type { Pay, Step } from '../api/types.ts'
import { hours, percent, quantity } from '../format.ts'
import type { Wording } from '../wording.ts'
import type { WhyFigure } from './why.tsx'

/** The figures of a pay, in the order a payslip has them, each with the steps that lead to it. */
export function whyFigures(pay: Pay, steps: Step[], wording: Wording, isNz: boolean): WhyFigure[] {
  const deductions = pay.deductions.reduce((sum, row) => sum + row.amount, 0)
  const figures: (WhyFigure & { isLeftOut?: boolean })[] = [
    {
      name: 'Gross',
      amount: pay.gross,
      steps: ['earnings', 'allowances', 'bonuses', 'holidays', 'sacrifices', 'termination', 'gross'],
    },
    { name: wording.taxLong, amount: pay.tax, steps: ['taxable', 'ordinary', 'paye', 'tax', 'levy-liable'] },
    ...(isNz ? nzFigures(pay) : []),
    { name: 'Deductions', amount: deductions, steps: ['deductions'], isLeftOut: deductions === 0 },
    { name: 'Net pay', amount: pay.net, steps: ['net'], isTotal: true },
    ...(isNz ? nzEmployerFigures(pay) : auEmployerFigures(pay)),
    ...leaveFigures(steps),
    {
      name: `Reported to ${wording.authority}`,
      amount: 0,
      text: '',
      steps: ['reporting', 'filed', 'hours-paid', 'taxable-gross'],
      isLeftOut: !steps.some(({ name }) => /^(reporting|filed|taxable-gross)/.test(name)),
    },
  ]
  return figures.filter(({ isLeftOut }) => !isLeftOut)
}

function auEmployerFigures(pay: Pay) {
  return [
    {
      name: 'Super guarantee',
      amount: pay.compulsory_super_amount,
      steps: ['super.base', 'super.base-counted', 'super.guarantee'],
    },
    {
      name: 'Reportable super',
      amount: pay.resc_super_amount,
      steps: ['super.reportable'],
      isLeftOut: pay.resc_super_amount === 0,
    },
    { name: 'Super', amount: pay.super, steps: ['super'], isTotal: true },
  ]
}

function nzFigures(pay: Pay) {
  const loan = (pay.tax_plus_student_loan ?? pay.tax) - pay.tax
  return [
    { name: 'Student loan', amount: loan, steps: ['student-loan'], isLeftOut: loan === 0 },
    {
      name: `KiwiSaver, employee ${percent(pay.kiwisaver_employee_rate ?? 0)}`,
      amount: pay.kiwisaver_employee_amount ?? 0,
      steps: ['kiwisaver.employee-rate', 'kiwisaver.base', 'kiwisaver.employee-share', 'kiwisaver.employee'],
    },
  ]
}

function nzEmployerFigures(pay: Pay) {
  return [
    {
      name: `KiwiSaver, employer ${percent(pay.kiwisaver_employer_rate ?? 0)}`,
      amount: pay.kiwisaver_employer_amount ?? 0,
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
      steps: ['kiwisaver.esct'],
    },
    {
      name: 'KiwiSaver to the fund',
      amount: pay.total_kiwi_saver ?? 0,
      steps: ['kiwisaver.total'],
      isTotal: true,
    },
  ]
}

const LEAVE_NAMES: Record<string, string> = {
  holiday: 'Annual leave accrued',
  sick: 'Sick leave accrued',
  lsl: 'Long service leave accrued',
}

function leaveFigures(steps: Step[]) {
  return steps
    .filter(({ name }) => name.startsWith('leave.'))
    .map(({ name, amount }) => {
      const kind = name.slice('leave.'.length)
      const text = LEAVE_NAMES[kind] ? `${hours(amount)} h` : quantity(amount)
      return { name: LEAVE_NAMES[kind] ?? `Leave: ${kind.replaceAll('-', ' ')}`, amount, text, steps: [name] }
    })
    .filter((figure, index, all) => all.findIndex(({ name }) => name === figure.name) === index)
}
