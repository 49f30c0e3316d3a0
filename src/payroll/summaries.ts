import { type Decimal, isZero, percent, ZERO } from '../kernel/values/money.ts'
import { tableStart } from './sources.ts'
import type { Step } from './trace.ts'

/*
 * Summarises each figure of a pay in one plain sentence, based on its steps. The steps are the working. A sentence answers only
 * the first questions: how much, of what, by which table, from when.
 */

export type Summary = { figure: string; amount: Decimal; summary: string }

type Found = { last(name: string): Step | undefined; any(pattern: RegExp): Step | undefined }
type Writer = { figure: string; step: string; write: (step: Step, found: Found) => string }

export function summarise(steps: readonly Step[]): Summary[] {
  const found: Found = {
    last: (name) => steps.findLast((step) => step.name === name),
    any: (pattern) => steps.findLast((step) => pattern.test(step.name)),
  }
  return WRITERS.flatMap(({ figure, step: name, write }) => {
    const step = found.last(name)
    if (!step) return []
    return [{ figure, amount: step.amount, summary: `${money(step.amount)} ${write(step, found)}.` }]
  })
}

const WRITERS: readonly Writer[] = [
  { figure: 'gross', step: 'gross', write: (step) => `gross: ${parts(step, 'nothing was earned')}` },
  { figure: 'tax', step: 'tax', write: taxOf },
  {
    figure: 'student_loan',
    step: 'student-loan',
    write: (_, { last }) => {
      const by = last('student-loan.standard')
      const rate = figureOf(by, 'rate')
      return rate && by
        ? `for the student loan: ${percent(rate)} of what is above the threshold${since(by)}`
        : 'for the student loan'
    },
  },
  {
    figure: 'kiwisaver_employee',
    step: 'kiwisaver.employee',
    write: (_, found) => kiwisaver(found, 'employee'),
  },
  { figure: 'net', step: 'net', write: (step) => `net pay: ${parts(step, 'nothing is left')}` },
  { figure: 'super', step: 'super', write: superOf },
  {
    figure: 'kiwisaver_employer',
    step: 'kiwisaver.employer',
    write: (_, found) => kiwisaver(found, 'employer'),
  },
  {
    figure: 'kiwisaver_esct',
    step: 'kiwisaver.esct',
    write: (step) => {
      const rate = figureOf(step, 'rate')
      return `tax on the employer’s contribution${rate ? `: ${percent(rate)}` : ''}`
    },
  },
]

/** The table for the period's tax, or for other taxed amounts. */
function taxOf(step: Step, { last, any }: Found): string {
  const taxed = last('taxable')?.amount ?? last('ordinary')?.amount
  const by = last('tax.weekly') ?? last('paye.ordinary') ?? last('tax.period') ?? any(/^tax\.|^paye\./)
  const on = taxed ? ` on ${money(taxed)}` : ''
  if (!by || isZero(step.amount)) return `tax${on}`
  const period = String(last('tax.period')?.inputs.period ?? '').toLowerCase()
  return `tax${on}: ${[period, tableWords(by.rule)].filter(Boolean).join(' ')}${since(by)}`
}

/** Common names of tables. Any other rule keeps its own name. */
const TABLES: readonly [RegExp, string][] = [
  [/^Schedule 1, scale-1$/, 'table without the tax-free threshold'],
  [/^Schedule 1, scale-2$/, 'table with the tax-free threshold'],
  [/^Schedule 1, scale-3$/, 'table for foreign residents'],
  [/^Schedule 1, scale-5$/, 'table with the full Medicare levy exemption'],
  [/^Schedule 1, scale-6$/, 'table with the half Medicare levy exemption'],
  [/^Schedule 8 combined table, scale-1$/, 'table with a study loan and without the tax-free threshold'],
  [/^Schedule 8 combined table, scale-2$/, 'table with a study loan and the tax-free threshold'],
  [/^Schedule 8 combined table, scale-3$/, 'table with a study loan for foreign residents'],
  [/^Schedule 8 combined table, scale-\d$/, 'table with a study loan and a Medicare levy exemption'],
]

function tableWords(rule: string): string {
  const [, code] = /^PAYE, code ([A-Z ]+)/.exec(rule) ?? []
  if (code) return `PAYE with tax code ${code}`
  return TABLES.find(([pattern]) => pattern.test(rule))?.[1] ?? rule
}

function superOf(_: Step, { last }: Found): string {
  const by = last('super.guarantee')
  const [base, rate] = [figureOf(by, 'base'), figureOf(by, 'rate')]
  return by && base && rate
    ? `super: ${percent(rate)} of ${money(base)} ordinary time earnings${since(by)}`
    : 'super'
}

function kiwisaver({ last }: Found, side: 'employee' | 'employer'): string {
  const rate = last(`kiwisaver.${side}-rate`)?.amount
  const base = last('kiwisaver.base')?.amount
  const whose = side === 'employee' ? 'KiwiSaver from the employee' : 'KiwiSaver from the employer'
  return rate && base ? `${whose}: ${percent(rate)} of ${money(base)}` : whose
}

/** The amounts added and subtracted, without zeros. */
function parts(step: Step, nothing: string): string {
  if (step.form?.kind !== 'sum') return nothing
  const shown = (figures: Readonly<Record<string, Decimal>>) =>
    Object.entries(figures)
      .filter(([, amount]) => !isZero(amount))
      .map(([name, amount]) => `${money(amount)} ${PARTS[name] ?? spaced(name)}`)
  const [added, taken] = [shown(step.form.add), shown(step.form.subtract)]
  if (added.length === 0 && taken.length === 0) return nothing
  return [added.join(', '), taken.join(', ')].filter(Boolean).join(' less ')
}

const PARTS: Readonly<Record<string, string>> = {
  earned: 'earnings',
  backPayments: 'back payments',
  termination: 'final payments',
  sacrifices: 'salary sacrifice',
  kiwisaver: 'KiwiSaver',
  studentLoan: 'student loan',
  studentLoanCir: 'student loan (compulsory extra)',
  studentLoanBor: 'student loan (voluntary extra)',
}

const spaced = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

function figureOf(step: Step | undefined, name: string): Decimal | undefined {
  const value = step?.inputs[name]
  return typeof value === 'string' ? undefined : value
}

const MONTHS: Readonly<Record<string, string>> = {
  '01': 'January',
  '02': 'February',
  '03': 'March',
  '04': 'April',
  '05': 'May',
  '06': 'June',
  '07': 'July',
  '08': 'August',
  '09': 'September',
  '10': 'October',
  '11': 'November',
  '12': 'December',
}

/** ", from July 2026": the day the table took effect. */
function since(step: Step): string {
  const [year, month] = tableStart(step.source)?.split('-') ?? []
  return year && month ? `, from ${MONTHS[month] ?? month} ${year}` : ''
}

function money(amount: Decimal): string {
  const [dollars = '0', cents] = amount.abs().toFixed(2).split('.')
  const text = `$${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
  return amount.lt(ZERO) ? `−${text}` : text
}
