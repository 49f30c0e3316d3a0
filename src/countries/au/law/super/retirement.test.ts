import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, bonusLine, hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { NO_OTHER_PAYS } from '../history/other-pays.ts'
import type { AuPayInput, SuperSettings } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

function superOf(change: Partial<AuPayInput>, settings: Partial<SuperSettings> = {}) {
  const input = auPay({ hours: [hoursLine('38', '40')], ...change })
  const { figures, warnings } = calculateAuPay(
    { ...input, superannuation: { ...input.superannuation, ...settings } },
    auRates,
  )
  return {
    compulsory: figures.compulsorySuper.toFixed(2),
    resc: figures.rescSuper.toFixed(2),
    total: figures.super.toFixed(2),
    counted: figures.superBaseCounted.toFixed(2),
    due: figures.superDueDate,
    warnings,
  }
}

describe('the rate', () => {
  it('is the law’s at each payment date', () => {
    expect(superOf({ payDate: civilDate('2025-06-30') }).compulsory).toBe('174.80')
    expect(superOf({ payDate: civilDate('2025-07-01') }).compulsory).toBe('182.40')
  })

  it('above the compulsory one is reportable', () => {
    expect(superOf({}, { rate: decimal('0.15') })).toMatchObject({
      compulsory: '182.40',
      resc: '45.60',
      total: '228.00',
    })
  })

  it('below the law’s is paid as set, with a warning', () => {
    const low = superOf({}, { compulsoryRate: decimal('0.10') })
    expect(low.compulsory).toBe('152.00')
    expect(low.warnings.join()).toMatch(/below the law/)
  })

  it('is nothing when super is switched off', () => {
    expect(superOf({}, { isEnabled: false })).toMatchObject({ total: '0.00', due: null })
  })
})

describe('the base', () => {
  it('leaves out parental, workers compensation, ancillary and unpaid leave', () => {
    const leave = (['PAID_PARENTAL', 'WORKERS_COMP', 'ANCILLARY', 'UNPAID'] as const).map((type) =>
      leaveLine(type, '10', '40'),
    )
    expect(superOf({ hours: [], leave }).total).toBe('0.00')
    expect(superOf({ hours: [], leave: [leaveLine('SICK', '10', '40')] }).total).toBe('48.00')
  })

  it('takes a bonus only when it counts', () => {
    expect(superOf({ bonuses: [bonusLine('100')] }).total).toBe('194.40')
    expect(superOf({ bonuses: [bonusLine('100', { isInSuper: false })] }).total).toBe('182.40')
  })

  it('is every taxable earning for GROSS', () => {
    const hours = [hoursLine('38', '40'), hoursLine('2', '60', true)]
    expect(superOf({ hours }).total).toBe('182.40')
    expect(superOf({ hours }, { basedOn: 'GROSS' }).total).toBe('196.80')
  })
})

describe('the maximum base', () => {
  it('is a year’s from July 2026, bounding only the compulsory part', () => {
    const yearToDate = { ...auPay().yearToDate, superBaseInYear: decimal('265000') }
    const change = { hours: [hoursLine('1', '10000')], yearToDate, payDate: civilDate('2027-05-14') }
    expect(superOf(change)).toMatchObject({ counted: '5830.00', compulsory: '699.60' })
    expect(superOf(change, { rate: decimal('0.15') })).toMatchObject({ compulsory: '699.60', resc: '300.00' })
  })

  it('is a quarter’s before', () => {
    const yearToDate = {
      ...auPay().yearToDate,
      superBaseInYear: decimal('200000'),
      superBaseInQuarter: decimal('62000'),
    }
    expect(superOf({ yearToDate, payDate: civilDate('2026-06-12') }).counted).toBe('500.00')
  })
})

describe('under 18', () => {
  const minor = { dateOfBirth: civilDate('2009-11-13') }

  it('needs more than 30 hours in the week, where the threshold is on', () => {
    expect(superOf({ ...minor, hours: [hoursLine('30', '40')] }).total).toBe('0.00')
    expect(superOf({ ...minor, hours: [hoursLine('30.01', '40')] }).total).toBe('144.05')
    expect(
      superOf({ ...minor, hours: [hoursLine('30', '40')] }, { isAgeThresholdEnabled: false }).total,
    ).toBe('144.00')
    expect(superOf({ dateOfBirth: civilDate('2008-11-12'), hours: [hoursLine('30', '40')] }).total).toBe(
      '144.00',
    )
  })

  describe('in a longer period', () => {
    const fortnight = { ...minor, payPeriod: 'FORTNIGHTLY' as const }
    const week = (number: number, hours: string, rate = '40') => ({ ...hoursLine(hours, rate), week: number })
    const day = (date: string, hours: string) => ({ ...hoursLine(hours, '40'), date: civilDate(date) })

    it('is owed for what the weeks above the limit earn, and nothing else (audit B11)', () => {
      // 40 h and 10 h at 20 an hour: 12% of 800.
      expect(superOf({ ...fortnight, hours: [week(1, '40', '20'), week(2, '10', '20')] }).total).toBe('96.00')
      // 31 h × 40 × 12%. No super is owed on the 19 h of the other week.
      expect(superOf({ ...fortnight, hours: [week(1, '31'), week(2, '19')] }).total).toBe('148.80')
      expect(superOf({ ...fortnight, hours: [week(1, '25'), week(2, '25')] }).total).toBe('0.00')
    })

    it('finds the week by the day, counted from the first day of the period (2 to 15 November)', () => {
      const hours = [day('2026-11-02', '16'), day('2026-11-08', '15'), day('2026-11-09', '29')]
      expect(superOf({ ...fortnight, hours }).total).toBe('148.80')
    })

    it('shares out what belongs to no week like the rest', () => {
      // The base is 2,000 plus a bonus of 200. The weeks above the limit earn 1,240 of 2,000. 2,200 × 1,240 ÷ 2,000 =
      // 1,364, and 12% is 163.68.
      const hours = [week(1, '31'), week(2, '19')]
      expect(superOf({ ...fortnight, hours, bonuses: [bonusLine('200')] }).total).toBe('163.68')
    })

    it('spreads the hours evenly where a row does not say its week, with a warning', () => {
      const one = superOf({ ...fortnight, hours: [hoursLine('50', '40')] })
      expect(one.warnings.join()).toMatch(/spread evenly/)
      expect(one.total).toBe('0.00')
    })
  })
})

describe('the due date', () => {
  it('is the seventh business day, the twentieth for a first contribution, by the national calendar', () => {
    expect(superOf({ payDate: civilDate('2026-09-11') }).due).toBe('2026-09-22')
    // 3 August 2026 is Picnic Day in the Northern Territory, so it is not a business day anywhere.
    expect(superOf({ payDate: civilDate('2026-07-09') }, { isFirstContribution: true }).due).toBe(
      '2026-08-07',
    )
    expect(
      superOf({ payDate: civilDate('2026-07-23') }, { extendedDueDate: civilDate('2026-08-07') }).due,
    ).toBe('2026-08-07')
    expect(
      superOf({ payDate: civilDate('2026-07-30') }, { extendedDueDate: civilDate('2026-08-07') }).due,
    ).toBe('2026-08-11')
  })

  it('of a pay outside the cycle is the next regular payday’s', () => {
    const settings = { nextRegularPayday: civilDate('2026-09-11') }
    expect(superOf({ payDate: civilDate('2026-09-07') }, settings).due).toBe('2026-09-22')
  })

  it('was 28 days after the quarter before July 2026', () => {
    expect(superOf({ payDate: civilDate('2025-08-01') }).due).toBe('2025-10-28')
    expect(superOf({ payDate: civilDate('2026-06-30') }).due).toBe('2026-07-28')
  })
})

describe('several pays of one period', () => {
  const others = (change: object) => ({
    otherPays: {
      ...NO_OTHER_PAYS,
      hasWages: true,
      superBase: decimal('500'),
      superBaseCounted: decimal('500'),
      compulsorySuper: decimal('60'),
      ...change,
    },
  })
  const shown = (change: Partial<AuPayInput>, name: string, settings: Partial<SuperSettings> = {}) => {
    const input = auPay({ hours: [hoursLine('10', '100.01')], ...change })
    const step = calculateAuPay(
      { ...input, superannuation: { ...input.superannuation, ...settings } },
      auRates,
    ).steps.find((each) => each.name === name)
    const inputs = Object.entries(step?.inputs ?? {}).map(([key, value]) => `${key} ${value}`)
    return step && `${step.amount} (${inputs.join(', ')})`
  }

  it('contribute on the period as a whole, each what the others have not', () => {
    expect(superOf({ ...others({}), hours: [hoursLine('10', '100.01')] })).toMatchObject({
      compulsory: '120.01',
      counted: '1000.10',
    })
    expect(shown(others({}), 'super.base-counted.remaining')).toBe('1000.1 (ofPeriod 1500.1, counted 500)')
    expect(shown(others({}), 'super.guarantee')).toBe(
      '120.01 (base 1500.1, rate 0.12, ofPeriod 180.01, contributed 60)',
    )
    expect(shown(others({}), 'super.base-counted')).toBe('1500.1 (base 1500.1, maximum 270830, before 0)')
  })

  it('of a pay alone show no more than that', () => {
    expect(shown({}, 'super.base-counted.remaining')).toBeUndefined()
    expect(shown({}, 'super.guarantee')).toBe('120.01 (base 1000.1, rate 0.12)')
    expect(shown({}, 'super.above-compulsory')).toBeUndefined()
  })

  it('share what is above the guarantee too', () => {
    const more = { rate: decimal('0.15') }
    expect(shown({}, 'super.above-compulsory', more)).toBe(
      '30 (rate 0.15, compulsoryRate 0.12, base 1000.1, extraRate 0.03)',
    )
    const both = others({ aboveCompulsorySuper: decimal('15') })
    expect(shown(both, 'super.above-compulsory', more)).toBe(
      '30 (rate 0.15, compulsoryRate 0.12, base 1500.1, extraRate 0.03, ofPeriod 45, contributed 15)',
    )
    // The rate is lower now, so the excess contribution is reversed.
    expect(shown(both, 'super.above-compulsory')).toContain('-15 (')
  })

  it('are left alone where super is switched off', () => {
    expect(superOf(others({ aboveCompulsorySuper: decimal('15') }), { isEnabled: false })).toMatchObject({
      total: '0.00',
      counted: '0.00',
    })
  })
})

describe('the words of a step', () => {
  const ruleOf = (name: string, change: Partial<AuPayInput>, settings: Partial<SuperSettings> = {}) => {
    const input = auPay({ hours: [hoursLine('10', '100')], ...change })
    const { steps } = calculateAuPay(
      { ...input, superannuation: { ...input.superannuation, ...settings } },
      auRates,
    )
    return steps.find((each) => each.name === name)?.rule
  }

  it('name the base by its law', () => {
    expect(ruleOf('super.base', {})).toBe('Qualifying earnings')
    expect(ruleOf('super.base', { payDate: civilDate('2026-06-30') })).toBe('Ordinary time earnings')
    expect(ruleOf('super.base-counted', {})).toBe('Annual maximum contribution base')
    expect(ruleOf('super.base-counted', { payDate: civilDate('2026-06-30') })).toBe(
      'Quarterly maximum contribution base',
    )
  })

  it('say why nothing is owed', () => {
    expect(ruleOf('super.guarantee', {})).toBe('Super guarantee')
    expect(ruleOf('super.guarantee', {}, { isEnabled: false })).toBe('Super is switched off')
    expect(ruleOf('super.guarantee', { dateOfBirth: civilDate('2010-01-01') })).toBe(
      'Under 18 with no week of more than 30 hours: none owed',
    )
  })
})
