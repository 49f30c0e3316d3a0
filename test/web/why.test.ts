import { describe, expect, it } from 'vitest'
import { calculateAuPay } from '../../src/countries/au/law/pay.ts'
import { calculateNzPay } from '../../src/countries/nz/law/pay.ts'
import type { Step as PayrollStep } from '../../src/payroll/trace.ts'
import type { Pay, Step } from '../../web/api/types.ts'
import { belongsTo, whyFigures } from '../../web/pays/why-figures.ts'
import { wordingOf } from '../../web/wording.ts'
import { auRates } from '../golden/au-kinds.ts'
import { nzRates } from '../support/nz-pay.ts'
import { auRichPays, nzRichPays } from '../support/rich-pays.ts'

/* "Why?" explains every step of a calculation: each belongs to a figure on the screen. */

const shown = (steps: readonly PayrollStep[]): Step[] =>
  steps.map(({ name, amount, formula, rule }) => ({
    name,
    amount: Number(amount.toFixed()),
    formula,
    inputs: {},
    rule,
    source: '',
  }))

/** A pay with one row of every kind, so that every figure has an amount. */
const PAY = {
  gross: 1000,
  tax: 100,
  net: 800,
  super: 120,
  compulsory_super_amount: 120,
  resc_super_amount: 10,
  total_workers_compensation: 50,
  tax_plus_student_loan: 130,
  deductions: [
    { amount: 10, classification: 'CHILD_SUPPORT_DEDUCTION' },
    { amount: 5, classification: 'CHARITY' },
  ],
  back_payments: [{ amount: 100 }],
  termination: {},
} as unknown as Pay

describe('why', () => {
  it.each([
    [
      'AU',
      Object.entries(auRichPays()).map(
        ([name, input]) => [name, calculateAuPay(input, auRates).steps] as const,
      ),
    ],
    [
      'NZ',
      Object.entries(nzRichPays()).map(
        ([name, input]) => [name, calculateNzPay(input, nzRates).steps] as const,
      ),
    ],
  ] as const)(
    '%s: every step of every rich pay stands below a figure with a name of its own',
    (country, pays) => {
      expect(pays.length).toBeGreaterThan(3)
      const unexplained = new Set<string>()
      const figures = new Set<string>()
      for (const [, steps] of pays) {
        const list = whyFigures(PAY, shown(steps), wordingOf(country), country === 'NZ')
        const named = list.filter(({ name }) => name !== 'Other steps')
        for (const { name } of named) figures.add(name)
        const leave = list.filter(({ steps: of }) => of[0]?.startsWith('leave.'))
        for (const { name, text } of leave)
          expect([name, text]).toEqual([
            expect.not.stringMatching(/Leave[:,]|\b(?:lsl|rdo|toil)\b/),
            expect.stringMatching(/^[-−]?[\d.,]+ (?:h|days|weeks)$|^\$[\d.,]+ an hour$/),
          ])
        for (const step of shown(steps))
          if (!named.some((figure) => belongsTo(figure, step))) unexplained.add(step.name)
      }
      expect([...unexplained]).toEqual([])
      const wanted =
        country === 'AU'
          ? ['Gross', 'Back payments', 'Workers compensation', 'Child support', 'Super guarantee', 'Net pay']
          : ['Gross', 'Extra pay', 'Student loan', 'Child support', 'Payroll giving']
      for (const name of wanted) expect([name, figures.has(name)]).toEqual([name, true])
    },
  )

  it('shows super once where the guarantee is all of it', () => {
    const supers = (pay: object) =>
      whyFigures({ ...PAY, ...pay }, [], wordingOf('AU'), false)
        .map(({ name }) => name)
        .filter((name) => /super/i.test(name))
    const all = { compulsory_super_amount: 91.73, resc_super_amount: 0, super: 91.73 }
    expect(supers(all)).toEqual(['Super'])
    expect(supers({ ...all, resc_super_amount: 50, super: 141.73 })).toEqual([
      'Super guarantee',
      'Reportable super',
      'Super, total',
    ])
  })

  it('has a figure for the complying fund, and shows a step that no figure claims instead of hiding it', () => {
    const step = (name: string): Step => ({ name, amount: 1, formula: '', inputs: {}, rule: '', source: '' })
    const nz = whyFigures(PAY, [step('complying-fund.employer')], wordingOf('NZ'), true)
    expect(nz.find(({ name }) => name === 'Complying fund, employer')?.amount).toBe(1)
    const list = whyFigures(PAY, [step('something-new')], wordingOf('AU'), false)
    expect(list.at(-1)).toMatchObject({ name: 'Other steps', steps: ['something-new'] })
  })
})
