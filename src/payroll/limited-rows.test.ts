import { describe, expect, it } from 'vitest'
import { deductionLine, sacrificeLine } from '../../test/support/au-pay.ts'
import { decimal } from '../kernel/values/money.ts'
import { applyDeductions } from './deductions.ts'
import { withinLimits } from './limited-rows.ts'
import { applySacrifices } from './sacrifices.ts'
import { Trace } from './trace.ts'

const limits = (perPay: string | null, left: string | null) => ({
  limitPerPay: perPay === null ? null : decimal(perPay),
  limitLeft: left === null ? null : decimal(left),
})
const texts = (amounts: readonly { toFixed: (places: number) => string }[]) =>
  amounts.map((amount) => amount.toFixed(2))

describe('an amount within limits', () => {
  it('stops at the limit per pay and at what is left of a total limit', () => {
    const taken = (amount: string, perPay: string | null, left: string | null) =>
      withinLimits(decimal(amount), limits(perPay, left)).toFixed(2)
    expect(taken('100', null, null)).toBe('100.00')
    expect([taken('99.99', '100', null), taken('100', '100', null), taken('100.01', '100', null)]).toEqual([
      '99.99',
      '100.00',
      '100.00',
    ])
    expect([taken('49.99', null, '50'), taken('50', null, '50'), taken('50.01', null, '50')]).toEqual([
      '49.99',
      '50.00',
      '50.00',
    ])
    expect([taken('100', '60', '40'), taken('100', '40', '60')]).toEqual(['40.00', '40.00'])
  })

  it('is never negative, and a limit that is used up leaves nothing', () => {
    expect(withinLimits(decimal('-1'), limits(null, null)).toFixed()).toBe('0')
    expect(withinLimits(decimal('5'), limits('-1', null)).toFixed()).toBe('0')
    expect(withinLimits(decimal('5'), limits(null, '-1')).toFixed()).toBe('0')
    expect(withinLimits(decimal('5'), limits(null, '0')).toFixed()).toBe('0')
  })

  it('is to the cent', () => {
    expect(withinLimits(decimal('1.005'), limits(null, null)).toFixed(3)).toBe('1.010')
  })
})

describe('deductions', () => {
  const basis = { gross: decimal('1000'), netBefore: decimal('800') }
  const take = (lines: ReturnType<typeof deductionLine>[], change = {}) =>
    applyDeductions(lines, { ...basis, ...change }, new Trace())

  it('are an amount, a share of gross or a share of the net before them', () => {
    const result = take([
      deductionLine('10'),
      deductionLine('0.1', { amountType: 'PERCENT_OF_GROSS' }),
      deductionLine('0.1', { amountType: 'PERCENT_OF_NET' }),
    ])
    expect(texts(result.amounts)).toEqual(['10.00', '100.00', '80.00'])
    expect(result.total.toFixed(2)).toBe('190.00')
    expect(result.warnings).toEqual([])
  })

  it('are cut where the net ends, with a warning, and not where it just suffices', () => {
    expect(take([deductionLine('800')]).warnings).toEqual([])
    const result = take([deductionLine('700'), deductionLine('100.01'), deductionLine('5')])
    expect(texts(result.amounts)).toEqual(['700.00', '100.00', '0.00'])
    expect(result.warnings).toEqual([
      'Deduction "Deduction" was reduced to 100.00: no more net pay is left.',
      'Deduction "Deduction" was reduced to 0.00: no more net pay is left.',
    ])
    expect(texts(take([deductionLine('1')], { netBefore: decimal('-5') }).amounts)).toEqual(['0.00'])
  })

  it('name protected earnings where they and not the net end child support, and what is left', () => {
    const support = deductionLine('900', { classification: 'CHILD_SUPPORT_DEDUCTION' })
    const cut = (netBefore: string) =>
      take([support], { netBefore: decimal(netBefore), protectedEarnings: decimal('544.88') }).warnings
    expect(cut('800')).toEqual([
      'Deduction "Deduction" was reduced to 255.12: child support must leave protected earnings of 544.88. Net pay of 544.88 is left.',
    ])
    expect(cut('300')).toEqual([
      'Deduction "Deduction" was reduced to 0.00: child support must leave protected earnings of 544.88. Net pay of 300.00 is left.',
    ])
    expect(cut('0')).toEqual(['Deduction "Deduction" was reduced to 0.00: no more net pay is left.'])
  })

  it('leave the super base only where they say so', () => {
    const result = take([deductionLine('10'), deductionLine('20', { isInSuper: false })])
    expect(result.outsideSuperBase.toFixed(2)).toBe('20.00')
  })

  it('for child support leave what is protected, and other kinds do not', () => {
    const support = { classification: 'CHILD_SUPPORT_DEDUCTION' as const }
    const protectedEarnings = decimal('500')
    expect(texts(take([deductionLine('300', support)], { protectedEarnings }).amounts)).toEqual(['300.00'])
    expect(texts(take([deductionLine('300.01', support)], { protectedEarnings }).amounts)).toEqual(['300.00'])
    expect(texts(take([deductionLine('300.01')], { protectedEarnings }).amounts)).toEqual(['300.01'])
    expect(texts(take([deductionLine('300.01', support)]).amounts)).toEqual(['300.01'])
    expect(() => take([deductionLine('1', support)], { protectedEarnings: null })).toThrow(
      'cannot be deducted',
    )
    expect(texts(take([deductionLine('1')], { protectedEarnings: null }).amounts)).toEqual(['1.00'])
  })
})

describe('child support among deductions', () => {
  const take = (lines: ReturnType<typeof deductionLine>[]) =>
    applyDeductions(
      lines,
      { gross: decimal('1000'), netBefore: decimal('800'), protectedEarnings: decimal('500') },
      new Trace(),
    )
  const support = deductionLine('200', { classification: 'CHILD_SUPPORT_DEDUCTION' })
  const notice = deductionLine('250', { classification: 'CHILD_SUPPORT_GARNISHEE' })

  it('is taken before the others, in whatever row it stands', () => {
    expect(texts(take([deductionLine('700'), support]).amounts)).toEqual(['600.00', '200.00'])
    expect(texts(take([deductionLine('700'), notice]).amounts)).toEqual(['550.00', '250.00'])
    expect(
      texts(take([deductionLine('700'), support, deductionLine('5', { isInSuper: false })]).amounts),
    ).toEqual(['600.00', '200.00', '0.00'])
    const kept = take([deductionLine('10', { isInSuper: false }), support])
    expect([kept.outsideSuperBase.toFixed(), kept.total.toFixed()]).toEqual(['10', '210'])
  })

  it('of both kinds, and other deductions, keep the order of their rows', () => {
    expect(texts(take([notice, support]).amounts)).toEqual(['250.00', '50.00'])
    expect(texts(take([support, notice]).amounts)).toEqual(['200.00', '250.00'])
    expect(texts(take([deductionLine('500'), deductionLine('400')]).amounts)).toEqual(['500.00', '300.00'])
  })
})

describe('sacrifices', () => {
  const take = (lines: ReturnType<typeof sacrificeLine>[], gross = '1000') =>
    applySacrifices(lines, decimal(gross), new Trace())

  it('are sorted by where they go and whether super counts them', () => {
    const result = take([
      sacrificeLine('100'),
      sacrificeLine('0.05', { amountType: 'PERCENT_OF_GROSS', isSuper: false, isInSuper: false }),
    ])
    expect(texts([result.total, result.superTotal, result.otherTotal, result.outsideSuperBase])).toEqual([
      '150.00',
      '100.00',
      '50.00',
      '50.00',
    ])
  })

  it('are cut where the gross ends, with a warning, and not where it just suffices', () => {
    expect(take([sacrificeLine('1000')]).warnings).toEqual([])
    const result = take([sacrificeLine('900'), sacrificeLine('100.01')])
    expect(texts(result.amounts)).toEqual(['900.00', '100.00'])
    expect(result.warnings).toEqual([
      'Sacrifice "Sacrifice" was reduced to 100.00: no more gross can be sacrificed.',
    ])
    expect(take([sacrificeLine('1')], '-5').total.toFixed()).toBe('0')
  })

  it('write a step for the sum only where there are any', () => {
    const trace = new Trace()
    expect(applySacrifices([], decimal('5'), trace).total.toFixed()).toBe('0')
    expect(trace.steps).toEqual([])
  })
})
