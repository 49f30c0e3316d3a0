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

const declared = (change: Partial<AuPayInput['declaration']>) => ({
  declaration: { ...auPay().declaration, ...change },
})

const late = { terminationDate: on('2025-11-11') }

describe('the code of a termination payment', () => {
  const codes = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) =>
    end(
      {
        ...none,
        isPaymentInLieuPaid: true,
        paymentInLieuType: 'NOTICE_LUMP_SUM',
        noticeLumpSum: decimal('1000'),
        redundancyAmount: decimal('50000'),
        etpAmount: decimal('100'),
        ...change,
      },
      facts,
    ).ended.taxSummaries.map((row) => `${row.etpCode} ${row.taxableComponent} ${row.lumpSumD}`)

  it('follows from the reason', () => {
    expect(codes({})).toEqual(['O 51100 0'])
    // 13,598 + 6 × 6,801 is more than 50,000. The notice is not part of the redundancy.
    expect(codes({ reason: 'REDUNDANCY' })).toEqual(['R 1000 50000', 'O 100 0'])
    const invalid = { reason: 'INVALIDITY' as const, taxSummaries: null }
    expect(codes(invalid, { dateOfBirth: on('1955-01-01') })).toEqual(['R 51100 0'])
    expect(codes({ reason: 'DEATH_DEPENDENT' })).toEqual(['D 51100 0'])
    expect(codes({ reason: 'DEATH_NON_DEPENDENT' })).toEqual(['N 51100 0'])
    expect(codes({ reason: 'DEATH_ESTATE' })).toEqual(['T 51100 0'])
  })

  it('later than twelve months is R for what a redundancy leaves above its limit, else none', () => {
    const redundancy = { ...late, reason: 'REDUNDANCY' as const, redundancyAmount: decimal('80000') }
    // Five completed years to 11 November 2025: 13,598 + 5 × 6,801 = 47,603.
    expect(codes(redundancy)).toEqual(['R 32397 47603'])
    expect(codes(late)).toEqual([])
    expect(end({ ...none, ...redundancy, etpAmount: decimal('100') }).figures.taxableGross.toFixed()).toBe(
      '100',
    )
    expect(end({ ...none, ...late, redundancyAmount: decimal('80000') }).figures.taxableGross.toFixed()).toBe(
      '80000',
    )
  })

  it('of an employment with an earlier part in another year is split, and that part uses up one cap alone', () => {
    const earlier = (isEarlierIncomeYear: boolean) => ({
      etpAmount: decimal('100000'),
      earlierEtps: [{ taxable: decimal('100000'), isEarlierIncomeYear }],
    })
    const caps = (isEarlier: boolean) => {
      const { shown } = end({ ...none, ...earlier(isEarlier) })
      const step = shown(isEarlier ? 'etp-tax.P' : 'etp-tax.O') ?? ''
      return /etpCapLeft (\d+), wholeOfIncomeCapLeft (\d+)/.exec(step)?.slice(1)
    }
    expect(caps(false)).toEqual(['170000', '80000'])
    expect(caps(true)).toEqual(['170000', '180000'])
  })
})

describe('a payment later than twelve months', () => {
  const tax = (facts: Partial<AuPayInput>) =>
    end({ ...none, ...late, etpAmount: decimal('1000.40') }, facts).shown('delayed-tax')

  it('has the flat rate, that of no number, or that of Schedule 15', () => {
    expect(tax({})).toBe('320 (payment 1000.4, rate 0.32)')
    expect(tax(declared({ tfn: 'NOT_QUOTED' }))).toBe('470 (payment 1000.4, rate 0.47)')
    expect(tax(declared({ tfn: 'NOT_QUOTED', isForeignResident: true }))).toBe(
      '450 (payment 1000.4, rate 0.45)',
    )
    expect(tax(declared({ isWorkingHolidayMaker: true }))).toBe('150 (payment 1000.4, rate 0.15)')
    expect(tax({ isSuperOnlyContractor: true })).toBeUndefined()
    expect(end({ ...none, etpAmount: decimal('1000') }).shown('delayed-tax')).toBeUndefined()
  })
})
