import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending } from '../../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../../test/support/step-check.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput, AuTerminationInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'
import { paysLongService } from './long-service.ts'

/*
 * Rules that depend on the reason, the payee and the date of a termination. The pay date is 12 November 2026, and the
 * employee was born on 4 March 1990.
 */

const on = civilDate

function end(change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) {
  const result = calculateAuPay(auPay({ ...facts, termination: ending(change) }), auRates)
  if (!result.termination) throw new Error('no termination')
  expect(wrongSteps(result.steps, SHOWN_ONLY.AU)).toEqual([])
  const step = (name: string) => result.steps.find((one) => one.name === `termination.${name}`)
  const shown = (name: string) => {
    const found = step(name)
    const inputs = Object.entries(found?.inputs ?? {}).map(([key, value]) => `${key} ${value}`)
    return found && `${found.amount} (${inputs.join(', ')})`
  }
  return { ...result, ended: result.termination, step, shown }
}

describe('long service leave', () => {
  const state = auRates.longService.at(on('2026-11-12')).value

  it('before the full years is paid by reason', () => {
    const paid = (name: keyof typeof state) =>
      (
        [
          ['TERMINATION', 'V'],
          ['TERMINATION', 'F'],
          ['TERMINATION', 'C'],
          ['TERMINATION', 'T'],
          ['INVALIDITY', 'I'],
          ['REDUNDANCY', 'R'],
          ['DEATH_ESTATE', 'D'],
          ['DEATH_DEPENDENT', 'D'],
        ] as const
      )
        .map(([reason, code]) => (paysLongService(state[name], decimal('8'), reason, code) ? 'yes' : 'no'))
        .join(' ')
    expect(paid('NSW')).toBe('no yes no no yes yes yes yes')
    expect(paid('SA')).toBe('yes yes yes no yes yes yes yes')
    expect(paid('QLD')).toBe('no no no no yes yes yes yes')
  })

  it('reads the reason that is asked for, and no other', () => {
    const only = (key: string) => ({
      ...state.NSW,
      paidBeforeFull: Object.fromEntries(
        Object.keys(state.NSW.paidBeforeFull).map((each) => [each, each === key]),
      ) as typeof state.NSW.paidBeforeFull,
    })
    const asked = [
      ['resigned', 'TERMINATION', 'V'],
      ['resigned', 'TERMINATION', null],
      ['dismissed', 'TERMINATION', 'F'],
      ['contract_ended', 'TERMINATION', 'C'],
      ['transferred', 'TERMINATION', 'T'],
      ['invalidity', 'INVALIDITY', 'I'],
      ['redundancy', 'REDUNDANCY', 'R'],
      ['death', 'DEATH_NON_DEPENDENT', 'D'],
    ] as const
    for (const [key, reason, code] of asked)
      for (const [other] of asked)
        expect([key, other, paysLongService(only(other), decimal('8'), reason, code)]).toEqual([
          key,
          other,
          key === other,
        ])
  })

  it('needs the pro rata years, and after the full years no reason', () => {
    const years = (count: string) => paysLongService(state.NSW, decimal(count), 'TERMINATION', 'F')
    expect([years('4'), years('5')]).toEqual([false, true])
    const resigned = (count: string) => paysLongService(state.NSW, decimal(count), 'TERMINATION', 'V')
    expect([resigned('9'), resigned('10')]).toEqual([false, true])
  })

  const lsl = { leaveBalances: { ...auPay().leaveBalances, lsl: decimal('100') } }

  it('shows why hours are paid out or not', () => {
    const due = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = lsl) =>
      end({ isUnusedHolidayPaid: false, ...change }, facts).shown('long-service-due')
    expect(due({})).toBe(
      '0 (state NSW, years 6, fullYears 10, proRataYears 5, reason TERMINATION, cessation V, paidOut no, hours 100)',
    )
    expect(due({ cessationTypeCode: 'F' })).toContain('100 (state NSW')
    const below = { leaveBalances: { ...auPay().leaveBalances, lsl: decimal('-1') } }
    expect(due({ cessationTypeCode: 'F' }, below)).toContain('0 (state NSW')
    expect(due({ isUnusedLslPaid: true })).toBeUndefined()
    const given = { isManualLeaveAmounts: true, unusedLslPostAugust1993: decimal('5') }
    expect(due(given)).toBeUndefined()
    expect(end({ isUnusedHolidayPaid: false, ...given }, lsl).ended.unusedLslAmount.toFixed()).toBe('5')
    expect(due({ ...given, unusedLslPostAugust1993: ZERO })).toContain('paidOut no')
  })

  it('given by hand as nothing is hours × rate', () => {
    const manual = { isManualLeaveAmounts: true, isUnusedHolidayPaid: false, isUnusedLslPaid: true }
    expect(end(manual, lsl).ended.unusedLslAmount.toFixed()).toBe('4000')
    expect(end({ ...manual, unusedLslPreAugust1978: ZERO }, lsl).ended.unusedLslAmount.toFixed()).toBe('0')
  })

  it('needs the state where there is a balance', () => {
    const left = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput>) => () =>
      end({ isUnusedHolidayPaid: false, ...change }, { state: null, ...facts })
    expect(left({}, lsl)).toThrow('send is_unused_lsl_paid')
    expect(left({ isUnusedLslPaid: false }, lsl)).not.toThrow()
    expect(left({}, {})).not.toThrow()
  })

  it('between the pro rata and the full years says what was taken', () => {
    const said = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) =>
      end({ isUnusedHolidayPaid: false, ...change }, { ...lsl, ...facts })
        .warnings.filter((text) => !text.startsWith('No notice') && !text.includes('. The Act of'))
        .map((text) => /(?:was|were) .*?paid/.exec(text)?.[0])
    expect(said({})).toEqual(['was not paid'])
    expect(said({ cessationTypeCode: 'F' })).toEqual(['was paid'])
    expect(said({ isUnusedLslPaid: false })).toEqual([])
    expect(said({ isUnusedLslPaid: true })).toEqual([])
    expect(said({}, { leaveBalances: auPay().leaveBalances })).toEqual([])
    // With a start on 13 November 2021, five years are complete on 12 November 2026. With a start in 2016, ten years are.
    expect(said({}, { startDate: on('2021-11-14') })).toEqual([])
    expect(said({}, { startDate: on('2021-11-13') })).toEqual(['was not paid'])
    expect(said({}, { startDate: on('2016-11-14') })).toEqual(['was not paid'])
    expect(said({}, { startDate: on('2016-11-13') })).toEqual([])
    expect(said({ isUnusedLslPaid: true }, { state: null })).toEqual([])
  })

  it('speaks of a balance below what the Act gives for the service, by more than a day', () => {
    const said = (hours: string, facts: Partial<AuPayInput> = {}) => {
      const leaveBalances = { ...auPay().leaveBalances, lsl: decimal(hours) }
      const { warnings } = end({ isUnusedHolidayPaid: false }, { ...lsl, leaveBalances, ...facts })
      return warnings.filter((text) => text.includes('. The Act of')).length
    }
    // Ten years in New South Wales: 8.6667 weeks of 38 hours are 329.33 hours; a day is 7.6.
    const startDate = on('2016-11-13')
    expect([said('100', { startDate }), said('321', { startDate }), said('322', { startDate })]).toEqual([
      1, 1, 0,
    ])
    expect(said('0', { startDate: on('2024-11-13') })).toBe(0)
    expect(said('100', { startDate, endedOn: on('2026-11-12') })).toBe(0)
  })
})
