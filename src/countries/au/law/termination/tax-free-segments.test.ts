import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending } from '../../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../../test/support/step-check.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { AuPayInput, AuTerminationInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

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

const none = { isUnusedHolidayPaid: false, isUnusedLslPaid: false }

describe('tax-free segments', () => {
  const segments = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) => {
    const { ended, shown } = end({ ...none, etpAmount: decimal('10000'), ...change }, facts)
    return {
      free: ended.etpTaxFreeComponent.toFixed(2),
      invalidity: shown('invalidity-segment'),
      before: shown('pre-july-1983-segment.O') ?? shown('pre-july-1983-segment.R'),
    }
  }

  it('are none in an ordinary ending since July 1983', () => {
    expect(segments({})).toEqual({ free: '0.00', invalidity: undefined, before: undefined })
    const first = { startDate: on('1983-07-01'), dateOfBirth: on('1963-01-01') }
    expect(segments({}, first)).toEqual({ free: '0.00', invalidity: undefined, before: undefined })
    expect(segments({}, { ...first, startDate: on('1983-06-30') }).before).toBe(
      '0.63 (payment 10000, before 1, service 15842)',
    )
  })

  it('are the days to 65 in an invalidity, nothing from that day on, and never of unused sick leave', () => {
    const invalid = { reason: 'INVALIDITY' as const }
    // Service from 6 January 2020 to 12 November 2026 is 2,503 days. From then to 4 March 2055 there are 10,339 days.
    expect(segments(invalid).invalidity).toBe(
      '8050.93 (payment 10000, toRetirement 10339, service 2503, retirement 2055-03-04)',
    )
    const born = (dateOfBirth: string) => segments(invalid, { dateOfBirth: on(dateOfBirth) }).invalidity
    expect(born('1961-11-13')).toContain('toRetirement 1,')
    expect(born('1961-11-12')).toBeUndefined()
    expect(born('1955-01-01')).toBeUndefined()
    const sick = { leaveBalances: { ...auPay().leaveBalances, sick: decimal('10') } }
    const withSick = end({ ...none, ...invalid, etpAmount: decimal('10000'), isUnusedSickPaid: true }, sick)
    expect(withSick.ended.taxSummaries.map((row) => `${row.etpCode} ${row.taxFreeComponent}`)).toEqual([
      'R 8050.93',
      'O 0',
    ])
    expect(segments({ ...invalid, etpAmount: null }).free).toBe('0.00')
  })

  it('are written in one sum where there is any', () => {
    const shown = (change: Partial<AuTerminationInput>) =>
      end({ ...none, etpAmount: decimal('10000'), ...change }).shown('tax-free-segments.R')
    expect(shown({ reason: 'INVALIDITY' })).toBe('8050.93 (invalidity 8050.93, before1983 0)')
    expect(end({ ...none, etpAmount: decimal('10000') }).shown('tax-free-segments.O')).toBeUndefined()
    expect(end({ ...none, etpAmount: decimal('10000') }).shown('etp-taxable.O')).toBe(
      '10000 (payments 10000, lumpSumD 0, taxFree 0)',
    )
  })
})
