import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending } from '../../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../../test/support/step-check.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput, AuTerminationInput } from '../input.ts'
import { calculateAuPay } from '../pay.ts'
import { paysLongService } from './long-service.ts'

/* What the reason, the payee and the day of an ending decide. The pay is of 12 November 2026, the employee born on 4 March 1990. */

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
    // 13,598 + 6 × 6,801 is more than 50,000: the notice is no part of the redundancy.
    expect(codes({ reason: 'REDUNDANCY' })).toEqual(['R 1000 50000', 'O 100 0'])
    const invalid = { reason: 'INVALIDITY' as const, taxSummaries: null }
    expect(codes(invalid, { dateOfBirth: on('1955-01-01') })).toEqual(['R 51100 0'])
    expect(codes({ reason: 'DEATH_DEPENDENT' })).toEqual(['D 51100 0'])
    expect(codes({ reason: 'DEATH_NON_DEPENDENT' })).toEqual(['N 51100 0'])
    expect(codes({ reason: 'DEATH_ESTATE' })).toEqual(['T 51100 0'])
  })

  it('later than twelve months is R for what a redundancy leaves above its limit, else none', () => {
    const redundancy = { ...late, reason: 'REDUNDANCY' as const, redundancyAmount: decimal('80000') }
    // Five whole years to 11 November 2025: 13,598 + 5 × 6,801 = 47,603.
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

describe('nothing is withheld', () => {
  it('from a contractor who is paid super only, and the steps say so', () => {
    const facts = {
      isSuperOnlyContractor: true,
      leaveBalances: { ...auPay().leaveBalances, holiday: decimal('10') },
    }
    const left = end({ isUnusedLslPaid: false, etpAmount: decimal('1000') }, facts)
    expect(left.figures.tax.toFixed()).toBe('0')
    expect([left.shown('etp-tax.O'), left.step('etp-tax.O')?.formula]).toEqual([
      '0 ()',
      'nothing is withheld',
    ])
    expect([left.shown('leave-tax.marginal'), left.step('leave-tax.flat')?.formula]).toEqual([
      '0 (amount 400)',
      'nothing is withheld',
    ])
  })

  it('from leave on a death', () => {
    const facts = { leaveBalances: { ...auPay().leaveBalances, holiday: decimal('10') } }
    const dead = end({ isUnusedLslPaid: false, reason: 'DEATH_ESTATE' }, facts)
    expect([dead.shown('leave-tax.marginal'), dead.shown('leave-tax.flat')]).toEqual([
      '0 (amount 400)',
      '0 (amount 0)',
    ])
  })
})

describe('leave at one rate', () => {
  const manual = {
    isManualLeaveAmounts: true,
    isUnusedHolidayPaid: true,
    isUnusedLslPaid: true,
    normalEarnings: decimal('1520'),
    unusedHolidayAmount: decimal('1000.50'),
    unusedLslAugust1978ToAugust1993: decimal('500.90'),
  }

  it('bears the rate on all of it, shared out by what is at the margin and what is flat', () => {
    const maker = end(manual, declared({ isWorkingHolidayMaker: true }))
    // 15% of 1,501 = 225.15, so 225; 15% of 500 = 75; 150 on the rest.
    expect(maker.shown('leave-tax.marginal')).toBe(
      '150 (amount 1000.5, rate 15%, cents to the nearest dollar, onAll 225, flat 75)',
    )
    expect(maker.shown('leave-tax.flat')).toBe('75 (amount 500.9, rate 0.15, cents to the nearest dollar)')
    const unknown = end(manual, declared({ tfn: 'NOT_QUOTED' }))
    expect(unknown.shown('leave-tax.flat')).toBe('235 (amount 500.9, rate 0.47, cents dropped)')
    expect(unknown.shown('leave-tax.marginal')).toContain('rate 47%, cents dropped, onAll 705, flat 235')
  })

  it('of a resident has the flat rate on the old part and marginal rates on the rest, each to its own leave', () => {
    const { shown } = end({ ...manual, nonEtpAmount: decimal('520') })
    expect(shown('leave-tax.flat')).toBe('160 (amount 500.9, rate 0.32)')
    // (1,000.50 + 520) ÷ 52 = 29; 0.32 × 1,549.99 − 181.7319 = 314.26; (314 − 305) × 52 = 468.
    expect(shown('leave-tax.marginal')).toContain('468 ')
    expect(shown('leave-tax.long-service')).toBe('160 (marginal 0, flat 160)')
    expect(shown('leave-tax.holiday-and-loading')).toBe('307.95 (marginal 307.95, flat 0)')
    expect(shown('leave-tax.other')).toBe('160.05 (marginal 160.05, flat 0)')
    expect(end(manual).shown('leave-tax.other')).toBeUndefined()
  })

  it('of a redundancy is all flat, what is no leave at the margin', () => {
    const { shown } = end({ ...manual, reason: 'REDUNDANCY', nonEtpAmount: decimal('5200') })
    expect(shown('leave-tax.flat')).toBe('480 (amount 1501.4, rate 0.32)')
    expect(shown('leave-tax.other')).toBe('1664 (marginal 1664, flat 0)')
    expect(shown('leave-tax.holiday-and-loading')).toBe('319.86 (marginal 0, flat 319.86)')
    const foreign = end({ ...manual, reason: 'REDUNDANCY' }, declared({ isForeignResident: true }))
    expect(foreign.shown('leave-tax.flat')).toBe('450 (amount 1501.4, rate 0.3)')
  })

  it('takes 5% of the oldest long service leave to the margin', () => {
    const { shown } = end({ ...manual, unusedLslPreAugust1978: decimal('10000'), unusedHolidayAmount: null })
    // 5% of 10,000 = 500; ÷ 52 = 9; 0.32 × 1,529.99 − 181.7319 = 307.86; (308 − 305) × 52 = 156.
    expect(shown('leave-tax.marginal')).toContain('156 (amount 500,')
    expect(shown('leave-tax.long-service')).toBe('316 (marginal 156, flat 160)')
  })
})

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
    // Service 6 January 2020 to 12 November 2026: 2,503 days; to 4 March 2055: 10,339.
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
      end({ isUnusedHolidayPaid: false, ...change }, { ...lsl, ...facts }).warnings.map(
        (text) => /(?:was|were) .*?paid/.exec(text)?.[0],
      )
    expect(said({})).toEqual(['was not paid'])
    expect(said({ cessationTypeCode: 'F' })).toEqual(['was paid'])
    expect(said({ isUnusedLslPaid: false })).toEqual([])
    expect(said({ isUnusedLslPaid: true })).toEqual([])
    expect(said({}, { leaveBalances: auPay().leaveBalances })).toEqual([])
    // Five years are complete on 12 November 2026 for a start on the 13th, ten for one of 2016.
    expect(said({}, { startDate: on('2021-11-14') })).toEqual([])
    expect(said({}, { startDate: on('2021-11-13') })).toEqual(['was not paid'])
    expect(said({}, { startDate: on('2016-11-14') })).toEqual(['was not paid'])
    expect(said({}, { startDate: on('2016-11-13') })).toEqual([])
    expect(said({ isUnusedLslPaid: true }, { state: null })).toEqual([])
  })
})
