import { describe, expect, it } from 'vitest'
import { auRates, declarationFor } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending, hoursLine, leaveLine, sacrificeLine } from '../../../../../test/support/au-pay.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { readAdvances, writeAdvances } from '../figures/stored-advances.ts'
import type { AuPayInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/* The pay covers the week to Sunday 15 November 2026. 38 hours at 40 are 1,520, with tax of 305. */

const leaveOn = (date: string, hours: string, type: 'HOLIDAY' | 'UNPAID' = 'HOLIDAY') => ({
  ...leaveLine(type, hours, '40'),
  date: civilDate(date),
})

function pay(change: Partial<AuPayInput>) {
  const { figures, warnings } = calculateAuPay(auPay({ hours: [hoursLine('38', '40')], ...change }), auRates)
  const later = figures.advances.map((each) => `${each.periodEnd} ${each.taxable} ${each.tax}`)
  return { tax: figures.tax.toFixed(), period: figures.periodTaxable.toFixed(), later, warnings }
}

describe('leave paid in advance', () => {
  it('lies in the period of its day, each taxed as a period of its own', () => {
    const leave = [leaveOn('2026-11-16', '38'), leaveOn('2026-11-22', '7.6'), leaveOn('2026-11-23', '38')]
    expect(pay({ leave })).toMatchObject({
      period: '1520',
      later: ['2026-11-22 1824 402', '2026-11-29 1520 305'],
      tax: '1012',
    })
  })

  it('shows the period it belongs to, and counts what other pays of that one withheld', () => {
    const period = (periodEnd: string, taxable: string, tax: string) => ({
      periodEnd: civilDate(periodEnd),
      taxable: decimal(taxable),
      tax: decimal(tax),
    })
    const { steps } = calculateAuPay(
      auPay({
        leave: [leaveOn('2026-11-16', '38')],
        laterPeriods: [period('2026-11-29', '900', '100'), period('2026-11-22', '100', '0')],
      }),
      auRates,
    )
    const shown = (name: string) =>
      Object.entries(steps.find((step) => step.name === name)?.inputs ?? {}).map(
        ([key, value]) => `${key} ${value}`,
      )
    expect(shown('taxable.advance')).toEqual(['periodEnd 2026-11-22', 'amount 1520'])
    // 0.32 × 1,620.99 − 181.7319 = 336.98.
    expect(shown('tax.advance')).toEqual([
      'periodStart 2026-11-16',
      'periodEnd 2026-11-22',
      'taxable 1520',
      'ofPeriod 337',
      'earlier 0',
    ])
  })

  it('runs on from a row of more hours than a period has', () => {
    expect(pay({ leave: [leaveOn('2026-11-16', '100')] }).later).toEqual([
      '2026-11-22 1520 305',
      '2026-11-29 1520 305',
      '2026-12-06 960 125',
    ])
  })

  it('fills its own period first, as far as no ordinary hours are worked in it', () => {
    const own = pay({
      hours: [hoursLine('19', '40'), hoursLine('4', '60', true)],
      leave: [leaveOn('2026-11-12', '57')],
    })
    expect([own.period, own.later]).toEqual(['1760', ['2026-11-22 1520 305']])
  })

  it('stays in the period where it is not longer than one, or dated before it', () => {
    expect(pay({ leave: [leaveOn('2026-11-15', '38')] })).toMatchObject({ period: '3040', later: [] })
    expect(pay({ leave: [leaveOn('2026-11-02', '76')] })).toMatchObject({ period: '4560', later: [] })
  })

  it('counts what other pays of that period withheld, and is not split where nothing is paid or one rate holds', () => {
    const laterPeriods = [
      {
        periodEnd: civilDate('2026-11-22'),
        taxable: auPay().ratePerHour.times('19'),
        tax: auPay().ratePerHour,
      },
    ]
    const leave = [leaveOn('2026-11-17', '19')]
    // The tax on 760 + 760 = 1,520 is 305, less the 40 that the other pay withheld.
    expect(pay({ leave, laterPeriods }).later).toEqual(['2026-11-22 760 265'])
    expect(pay({ leave: [leaveOn('2026-11-17', '19', 'UNPAID')] }).later).toEqual([])
    expect(pay({ leave, declaration: declarationFor('4') }).later).toEqual([])
    expect(pay({ leave, isSuperOnlyContractor: true }).later).toEqual([])
    expect(pay({ leave, termination: ending() }).later).toEqual([])
  })

  it('is taxed with the period, with a warning, where sacrifices are more than the period earns', () => {
    const change = { hours: [hoursLine('5', '40')], leave: [leaveOn('2026-11-17', '38')] }
    const cut = pay({ ...change, sacrifices: [sacrificeLine('200.01')] })
    expect([cut.later, cut.warnings.join()]).toEqual([
      [],
      expect.stringContaining('salary sacrifices are more'),
    ])
    expect(pay({ ...change, sacrifices: [sacrificeLine('200')] }).later).toHaveLength(1)
  })

  it('comes to an end whatever the hours', () => {
    const { later } = pay({ leave: [leaveOn('2026-11-16', '100000')] })
    expect(later).toHaveLength(61)
  })

  it('is stored as text and read again', () => {
    const { figures } = calculateAuPay(auPay({ leave: [leaveOn('2026-11-16', '76')] }), auRates)
    expect(writeAdvances([])).toBeNull()
    expect(readAdvances(null)).toEqual([])
    expect(readAdvances(writeAdvances(figures.advances))).toEqual([
      { periodEnd: '2026-11-22' as CivilDate, taxable: '1520', tax: '305' },
      { periodEnd: '2026-11-29' as CivilDate, taxable: '1520', tax: '305' },
    ])
  })
})
