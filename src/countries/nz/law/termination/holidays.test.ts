import { describe, expect, it } from 'vitest'
import { nzPay, nzRates, paidHours } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { NzPayInput, NzTerminationInput } from '../input/input.ts'
import { ONLY_HOLIDAYS_OWED } from '../input/termination.ts'
import { averagingWeeks } from '../leave/holidays.ts'
import { calculateNzPay } from '../pay.ts'

const HOLIDAYS = nzRates.holidays.at(civilDate('2026-09-04')).value

/** Ends on Friday 4 September 2026, with no public holiday for weeks after it. */
function ending(changes: Partial<NzPayInput> = {}, end: Partial<NzTerminationInput> = {}) {
  const result = calculateNzPay(
    nzPay({
      payDate: civilDate('2026-09-04'),
      periodEnd: civilDate('2026-09-06'),
      hours: paidHours(decimal('1000')),
      ratePerHour: decimal('25'),
      termination: {
        terminationDate: civilDate('2026-09-04'),
        ...ONLY_HOLIDAYS_OWED,
        ...end,
      },
      ...changes,
    }),
    nzRates,
  )
  const { unusedHolidayAmount, nonEtpAmount, unusedAltHolidayAmount } = result.termination ?? {}
  return {
    ...result,
    amounts: [unusedHolidayAmount, nonEtpAmount, unusedAltHolidayAmount].map((each) => each?.toFixed(2)),
    step: (name: string) => result.steps.find((each) => each.name === name),
  }
}

const balances = (weeks: string, altDays = '0') => ({
  leaveBalances: { annualHolidaysWeeks: decimal(weeks), altHolidayDays: decimal(altDays), sickDays: ZERO },
})
const history = (changes: Partial<NzPayInput['holidayHistory']>) => ({
  holidayHistory: { ...nzPay().holidayHistory, ...changes },
})

describe('the weeks behind average weekly earnings', () => {
  const weeks = (changes: Partial<NzPayInput>) =>
    averagingWeeks(nzPay({ periodEnd: civilDate('2026-09-06'), ...changes }), HOLIDAYS).toString()

  it('are those of a year, less unpaid ones, never below one', () => {
    const unpaid = (unpaidWeeksLast52: string) =>
      weeks(history({ unpaidWeeksLast52: decimal(unpaidWeeksLast52) }))
    const parental = { unpaidWeeksLast52: decimal('26'), isAveragedAfterParentalLeave: true }
    expect([unpaid('26'), weeks(history(parental))]).toEqual(['26', '52'])
    expect([unpaid('0'), unpaid('3'), unpaid('51'), unpaid('52'), unpaid('60')]).toEqual([
      '52',
      '49',
      '1',
      '1',
      '1',
    ])
  })

  it('of the first year are whole or part weeks from the start to the start of this period (s 22(3))', () => {
    const since = (startDate: string) => weeks({ startDate: civilDate(startDate) })
    expect(since('2025-09-06')).toBe('52')
    expect(since('2025-09-07')).toBe('52')
    expect(since('2026-08-06')).toBe('4')
    expect(since('2026-08-17')).toBe('2')
    expect(since('2026-08-24')).toBe('1')
    expect([since('2026-08-31'), since('2026-09-04')]).toEqual(['1', '1'])
  })
})

describe('entitled weeks at the end', () => {
  it('are paid at the greater of an ordinary week and the average', () => {
    const paid = (grossLast52Weeks: string) =>
      ending({ ...balances('2'), ...history({ grossLast52Weeks: decimal(grossLast52Weeks) }) }).amounts[0]
    expect([paid('51999'), paid('52000'), paid('52052')]).toEqual(['2000.00', '2000.00', '2002.00'])
  })

  it('take an agreed week before rate and hours, and four weeks where neither says', () => {
    const agreed = { leaveSettings: { ...nzPay().leaveSettings, ordinaryWeeklyPay: decimal('1200') } }
    expect(ending({ ...balances('1'), ...agreed }).amounts[0]).toBe('1200.00')
    const four = (grossLast4Weeks: string, irregularLast4Weeks: string) =>
      ending({
        ...balances('1'),
        ratePerHour: ZERO,
        ...history({
          grossLast4Weeks: decimal(grossLast4Weeks),
          irregularLast4Weeks: decimal(irregularLast4Weeks),
        }),
      }).amounts[0]
    expect([four('4000', '400'), four('100', '400')]).toEqual(['900.00', '0.00'])
  })

  it('are not paid where none are left, or where holiday pay went out with wages', () => {
    expect(ending(balances('0')).amounts[0]).toBe('0.00')
    expect(ending(balances('-1')).amounts[0]).toBe('0.00')
    expect(ending(balances('0.5')).amounts[0]).toBe('500.00')
    const leaveSettings = { ...nzPay().leaveSettings, isHolidayPayPaidWithWages: true }
    expect(ending({ ...balances('2'), leaveSettings }).amounts.slice(0, 2)).toEqual(['0.00', '0.00'])
  })

  it('bring the public holidays that would fall in them', () => {
    const labour = { payDate: civilDate('2026-10-23'), periodEnd: civilDate('2026-10-25') }
    const end = { terminationDate: civilDate('2026-10-23') }
    const withRate = ending({ ...labour, ...balances('1') }, end)
    expect(withRate.amounts[0]).toBe('1200.00')
    expect(withRate.step('termination.unused-holiday')?.inputs.dates).toBe('2026-10-26')
    const daily = ending(
      {
        ...labour,
        ...balances('1'),
        ratePerHour: ZERO,
        ...history({ grossLast52Weeks: decimal('52000'), daysPaidLast52Weeks: decimal('250') }),
      },
      end,
    )
    expect(daily.step('holidays.average-daily-pay')?.amount.toString()).toBe('208')
    const nothing = ending({ ...labour, ...balances('1'), ratePerHour: ZERO }, end)
    expect(nothing.amounts[0]).toBe('0.00')
    expect(ending(balances('1')).step('termination.public-holidays')).toBeUndefined()
  })
})

describe('public holidays after the last day', () => {
  it('of years that are not listed follow the calendar alone, which the pay says', () => {
    const at = (lastDay: string) =>
      ending(
        { payDate: civilDate('2026-12-18'), periodEnd: civilDate('2026-12-20'), ...balances('1400') },
        { terminationDate: civilDate(lastDay) },
      ).warnings.join()
    expect(at('2026-12-18')).toContain('The public holidays of 2053, 2054 are not listed')
    expect(ending(balances('2')).warnings).toEqual([])
  })

  it('and alternative ones are steps of their own', () => {
    const labour = ending(
      { payDate: civilDate('2026-10-23'), periodEnd: civilDate('2026-10-25'), ...balances('1', '1') },
      { terminationDate: civilDate('2026-10-23') },
    )
    expect(labour.step('termination.public-holidays')?.rule).toBe('Holidays Act 2003 s 40(2) and (3)')
    expect(labour.step('termination.alternative-holidays')?.rule).toBe('Holidays Act 2003 s 60(2)(b)')
    expect(labour.step('termination.unused-holiday')?.inputs.workDaysKnownFrom).toBe('number')
  })

  it('count only inside the weeks that are left, by days of the week', () => {
    // Ends on Friday 9 October 2026. Labour Day is the eleventh working day after it.
    const datesOf = (weeks: string) =>
      ending(
        { payDate: civilDate('2026-10-09'), periodEnd: civilDate('2026-10-11'), ...balances(weeks) },
        { terminationDate: civilDate('2026-10-09') },
      ).step('termination.unused-holiday')?.inputs.dates
    expect([datesOf('2'), datesOf('2.2')]).toEqual(['', '2026-10-26'])
  })
})

describe('the share of gross earnings', () => {
  const known = history({ countedTo: civilDate('2026-08-30') })

  it('counts the final pay from the anniversary on, by its working days (s 25)', () => {
    // The anniversary is Wednesday 2 September. Three of the five days up to Friday are 600 of 1,000. Four weeks of 1,000 are
    // added.
    const reached = ending({ ...known, startDate: civilDate('2025-09-02') })
    expect(reached.amounts).toEqual(['4000.00', '368.00', '0.00'])
    const step = reached.step('holidays.gross-since-anniversary')
    expect([step?.amount.toFixed(2), step?.inputs.anniversary]).toEqual(['600.00', '2026-09-02'])
    // An anniversary on the first day of the period counts all of it. So does a last day before the period.
    const whole = ending({ ...known, startDate: civilDate('2025-08-31') })
    expect([whole.amounts[1], whole.step('holidays.gross-since-anniversary')]).toEqual(['400.00', undefined])
    // Two of the four days up to Thursday.
    const thursday = { terminationDate: civilDate('2026-09-03') }
    const shorter = ending({ ...known, startDate: civilDate('2025-09-02') }, thursday)
    expect(shorter.step('holidays.gross-since-anniversary')?.amount.toFixed(2)).toBe('500.00')
    const late = { payDate: civilDate('2026-09-11'), periodEnd: civilDate('2026-09-13') }
    const paidLate = ending({ ...known, ...late, startDate: civilDate('2025-09-02') })
    expect(paidLate.step('holidays.gross-since-anniversary')).toBeUndefined()
    expect(ending({ ...known, startDate: civilDate('2025-09-02'), hours: [] }).amounts[1]).toBe('320.00')
  })

  it('counts the first year from its start', () => {
    const first = ending({ ...known, startDate: civilDate('2026-09-01') })
    expect([first.amounts, first.step('holidays.gross-since-anniversary')]).toEqual([
      ['0.00', '80.00', '0.00'],
      undefined,
    ])
  })

  it('shows what it is made of, and where a casual gets it says why', () => {
    const { inputs } =
      ending(history({ grossSinceAnniversary: decimal('5000') })).step('termination.eight-percent') ?? {}
    expect([String(inputs?.before), String(inputs?.thisPay)]).toEqual(['5000', '1000'])
    const { leaveSettings } = nzPay()
    const casual = ending({ leaveSettings: { ...leaveSettings, isCasual: true } })
    expect(casual.warnings.join()).toContain('A casual employee without holiday pay in the wages')
    expect(ending().warnings.join()).not.toContain('casual')
  })

  it('starts again with an anniversary that this pay reaches', () => {
    const past = history({ grossSinceAnniversary: decimal('50000'), paidInAdvance: decimal('10') })
    expect(ending(past).amounts[1]).toBe('4070.00')
    // Four weeks are granted and paid: 8% of those 4,000 and of this pay's 1,000.
    const reached = ending({ ...past, startDate: civilDate('2025-09-01') })
    expect(reached.amounts).toEqual(['4000.00', '400.00', '0.00'])
  })

  it('names the section: the first year, or later ones', () => {
    const rule = (startDate: string) =>
      ending({ startDate: civilDate(startDate) }).step('termination.eight-percent')?.rule
    // Service includes the last day, 4 September.
    expect(rule('2025-09-06')).toBe('Holidays Act 2003 s 23')
    expect(rule('2025-09-05')).toBe('Holidays Act 2003 ss 25 and 26')
  })

  it('is met by what was paid in advance, to the cent', () => {
    const advance = (paidInAdvance: string) => ending(history({ paidInAdvance: decimal(paidInAdvance) }))
    expect(advance('80').amounts[1]).toBe('0.00')
    expect(advance('80').warnings).toEqual([])
    expect(advance('79.99').amounts[1]).toBe('0.01')
    expect(advance('80.01').warnings.join()).toContain('exceed the 8% owed by 0.01')
  })
})

describe('the other parts', () => {
  it('pay alternative holidays that are left', () => {
    expect([
      ending(balances('0', '1.5')).amounts[2],
      ending(balances('0', '0')).amounts[2],
      ending(balances('0', '-1')).amounts[2],
    ]).toEqual(['300.00', '0.00', '0.00'])
  })

  it('follow the request where it gives amounts', () => {
    const manual = {
      isManualLeaveAmounts: true,
      unusedHolidayAmount: decimal('10.005'),
      nonEtpAmount: decimal('20'),
      unusedAltHolidayAmount: decimal('30'),
    }
    expect(ending(balances('2', '1'), manual).amounts).toEqual(['10.01', '20.00', '30.00'])
    expect(ending(balances('2', '1'), { ...manual, isManualLeaveAmounts: false }).amounts[2]).toBe('200.00')
    expect(ending(balances('2', '1'), { isManualLeaveAmounts: true }).amounts[2]).toBe('200.00')
  })

  it('pay in lieu of notice only where it is said to be paid', () => {
    const lieu = (isPaymentInLieuPaid: boolean) =>
      ending(
        {},
        { isPaymentInLieuPaid, paymentInLieuAmount: decimal('100') },
      ).termination?.paymentInLieuAmount.toFixed(2)
    expect([lieu(true), lieu(false)]).toEqual(['100.00', '0.00'])
  })

  it('cannot end an employment before it started', () => {
    expect(() => ending({ startDate: civilDate('2026-09-05') })).toThrow(
      'The termination date is before the start date.',
    )
    expect(() => ending({ startDate: civilDate('2026-09-04') })).not.toThrow()
  })
})
