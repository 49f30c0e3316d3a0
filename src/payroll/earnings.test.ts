import { describe, expect, it } from 'vitest'
import { hoursLine, leaveLine } from '../../test/support/au-pay.ts'
import { decimal, ZERO } from '../kernel/values/money.ts'
import { addEarnings, type EarningsPricing, hoursBehind, priceLine, standardHours } from './earnings.ts'
import { sourceText } from './sources.ts'
import { type Step, Trace } from './trace.ts'

const shown = (step: Step | undefined) =>
  Object.fromEntries(Object.entries(step?.inputs ?? {}).map(([name, value]) => [name, String(value)]))

function price(lines: Partial<Parameters<typeof addEarnings>[0]>, pricing?: EarningsPricing) {
  const trace = new Trace()
  const earnings = addEarnings({ hours: [], leave: [], ...lines }, trace, pricing)
  return { earnings, steps: trace.steps }
}

describe('hours', () => {
  it('are priced at their rate, overtime apart', () => {
    const { earnings, steps } = price({ hours: [hoursLine('38', '40.005'), hoursLine('2', '60', true)] })
    expect([earnings.ordinaryTotal, earnings.overtimeTotal, earnings.total].map(String)).toEqual([
      '1520.19',
      '120',
      '1640.19',
    ])
    expect(steps.map(({ name }) => name)).toEqual(['earnings.hours', 'earnings.overtime', 'earnings'])
    expect(shown(steps[0])).toEqual({ row: 'Ordinary hours', value: '38', rate: '40.005' })
  })

  it('may be priced by the country', () => {
    const { earnings } = price({ hours: [hoursLine('10', '1')] }, { hoursRate: () => decimal('3') })
    expect(earnings.total.toFixed()).toBe('30')
  })
})

describe('leave', () => {
  it('is paid at its rate, unpaid leave not at all', () => {
    const { earnings, steps } = price({
      leave: [leaveLine('SICK', '7.6', '40'), leaveLine('UNPAID', '7.6', '40')],
    })
    expect(
      earnings.leave.map(({ leaveType, amount, loading }) => `${leaveType} ${amount} ${loading}`),
    ).toEqual(['SICK 304 0', 'UNPAID 0 0'])
    expect(steps.map(({ formula }) => formula).slice(0, 2)).toEqual([
      'hours × rate, to the cent',
      'unpaid leave is not paid',
    ])
    expect(shown(steps[0])).toEqual({ row: 'SICK', type: 'SICK', hours: '7.6', rate: '40' })
  })

  it('is not paid where it is unpaid, whatever the country says', () => {
    const pricing = { leaveRate: () => decimal('9') }
    const { earnings } = price(
      { leave: [leaveLine('SICK', '2', '40'), leaveLine('UNPAID', '2', '40')] },
      pricing,
    )
    expect(earnings.leaveTotal.toFixed()).toBe('18')
  })

  it('carries loading as it was given, or by a rate', () => {
    const given = { ...leaveLine('HOLIDAY', '10', '40'), loadingAmount: decimal('12.345') }
    const by = (rate: string) => ({ loadingRate: () => decimal(rate) })
    const { earnings, steps } = price({ leave: [given, leaveLine('HOLIDAY', '10', '40')] }, by('0.175'))
    expect(earnings.leave.map(({ loading }) => loading.toFixed(2))).toEqual(['12.35', '70.00'])
    expect(earnings.loadingTotal.toFixed(2)).toBe('82.35')
    const loadings = steps.filter(({ name }) => name === 'earnings.leave-loading')
    expect(loadings.map((step) => [step.formula, step.rule, shown(step), sourceText(step.source)])).toEqual([
      [
        'loading as given, to the cent',
        'Leave loading',
        { row: 'HOLIDAY', given: '12.345' },
        'Row of this pay',
      ],
      [
        'leave amount × loading rate, to the cent',
        'Leave loading',
        { row: 'HOLIDAY', amount: '400', rate: '0.175' },
        'Setting of the employee',
      ],
    ])
    expect(
      price({ leave: [leaveLine('HOLIDAY', '1', '40')] }, by('0')).steps.map(({ name }) => name),
    ).toEqual(['earnings.leave', 'earnings'])
  })

  it('that is one payment in several rows is rounded once', () => {
    const third = leaveLine('ANNUAL_HOLIDAYS', '1', '33.335')
    const together = price({ leave: [third, third, third] }, { isPartOfOne: () => true })
    expect(together.earnings.leave.map(({ amount }) => amount.toFixed(2))).toEqual([
      '33.34',
      '33.33',
      '33.34',
    ])
    expect(shown(together.steps[1])).toEqual({
      hours: '1',
      rate: '33.335',
      hoursBefore: '1',
      paidBefore: '33.34',
    })
    const apart = price({ leave: [third, third, third] }, { isPartOfOne: () => false })
    expect(apart.earnings.leave.map(({ amount }) => amount.toFixed(2))).toEqual(['33.34', '33.34', '33.34'])
  })
})

describe('a row that is paid as it was given', () => {
  it('is rounded to the cent and shows its row', () => {
    const trace = new Trace()
    const line = { description: 'Bonus', amount: decimal('10.005') }
    expect(priceLine('bonuses.line', 'Bonus row', line, trace, { treatment: 'extra' }).toFixed(2)).toBe(
      '10.01',
    )
    expect(shown(trace.steps[0])).toEqual({ row: 'Bonus', treatment: 'extra', amount: '10.005' })
  })
})

describe('the hours behind a row', () => {
  it('follow from its label', () => {
    const hours = (units: string) => hoursBehind({ units, value: decimal('2') }, decimal('7.6')).toFixed()
    for (const units of ['', ' ', 'h', ' hr', 'HRS', 'hour', 'hours worked', '\thours'])
      expect([units, hours(units)]).toEqual([units, '2'])
    for (const units of ['day', 'days', ' Days', 'days off'])
      expect([units, hours(units)]).toEqual([units, '15.2'])
    for (const units of ['km', 'horses', 'holidays', 'half days', 'per hour', 'weekdays', '!', '-'])
      expect([units, hours(units)]).toEqual([units, ZERO.toFixed()])
  })

  it('of a standard period are those of the weeks, a month a twelfth of the year', () => {
    const terms = { hoursPerDay: decimal('7.6'), daysPerWeek: decimal('5') }
    const hours = (period: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY') => standardHours(period, terms).toFixed()
    expect([hours('WEEKLY'), hours('FORTNIGHTLY'), hours('MONTHLY')]).toEqual(['38', '76', '164.666667'])
  })
})
