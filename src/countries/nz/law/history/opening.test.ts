import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { Opening, OpeningPeriod } from '../../../contract/opening.ts'
import { openingPays } from './opening.ts'

/* Pay from a previous system as past pays: every total counts once. */

const on = civilDate
const period = (end: string, start: string, change: Partial<OpeningPeriod> = {}): OpeningPeriod => ({
  ...{ payPeriod: 'WEEKLY' as const, periodStart: on(start), periodEnd: on(end), payDate: on(end) },
  ...{ gross: '1000.00', counted: null, tax: '170.00', hours: '40', daysPaid: null },
  ...{ irregular: null, unpaidLeaveHours: null },
  ...change,
})
const LAST = period('2026-05-31', '2026-05-25')

const opening = (change: Partial<Opening> = {}): Opening => ({
  ...{ asAt: on('2026-06-03'), paidTo: on('2026-05-31'), previousPayrollId: null, previousBmsId: null },
  ...{ leave: {}, totals: { gross: '9000.00' }, stp: null, etps: [], lastFullPay: null, history: [LAST] },
  ...change,
})
const terms = { ratePerHour: decimal('25'), hoursPerDay: decimal('8'), daysPerWeek: decimal('5') }
const rows = (change: Partial<Opening> = {}, of = terms) => openingPays(opening(change), of)
const sumOf = (change: Partial<Opening>) => {
  const rest = rows(change).at(-1)
  return [rest?.gross, rest?.levyLiable]
}

describe('the rest of the year', () => {
  it('is what the known periods do not hold, and belongs to no period', () => {
    expect(rows().at(-1)).toMatchObject({
      ...{ id: -1, isSum: true, gross: '8000', levyLiable: '8000', inAdvance: '0', daysPaid: '0' },
      ...{
        payDate: '2026-06-03',
        periodEnd: '2026-05-31',
        details: null,
        advances: [],
        isLeaveEnabled: true,
      },
    })
    expect(sumOf({ totals: { gross: '9000.00', levy_liable: '7000.00' } })).toEqual(['8000', '6000'])
    expect(sumOf({ totals: {} })).toEqual(['0', '0'])
  })

  it('counts periods paid from 1 April up to the day of the figures', () => {
    const march = period('2026-03-31', '2026-03-25')
    const april = period('2026-04-01', '2026-03-26')
    const later = period('2026-06-03', '2026-05-28')
    const after = period('2026-06-04', '2026-05-29')
    expect(sumOf({ history: [march] })[0]).toBe('9000')
    expect(sumOf({ history: [april] })[0]).toBe('8000')
    expect(sumOf({ history: [later] })[0]).toBe('8000')
    expect(sumOf({ history: [after] })[0]).toBe('9000')
  })

  it('has dealt with every anniversary up to the last period paid elsewhere', () => {
    const rest = rows({ totals: { gross: '0', holidays_in_advance: '400.00' } }).at(-1)
    expect([rest?.annualHolidaysFrom, rest?.sickLeaveFrom, rest?.inAdvance]).toEqual([
      '1900-01-01',
      '1900-01-01',
      '400.00',
    ])
  })
})

describe('a period that is known', () => {
  it('is a pay of its own, latest first', () => {
    const before = period('2026-05-24', '2026-05-18')
    const made = rows({ history: [before, LAST] })
    expect(made.map(({ id, periodEnd }) => `${id} ${periodEnd}`)).toEqual([
      '-2 2026-05-31',
      '-3 2026-05-24',
      '-1 2026-05-31',
    ])
    expect(made[0]).toMatchObject({
      ...{ gross: '1000.00', levyLiable: '1000.00', ordinary: '1000', payeOrdinary: '170.00' },
      ...{
        holidayGross: '1000.00',
        irregular: '0',
        hoursPaid: '40',
        daysPaid: '5',
        unpaidWeeks: '0',
        annualWeeksEarned: '0',
      },
      ...{ annualHolidaysFrom: '2026-05-25', sickLeaveFrom: '2026-05-25', sickHoursEarned: '0' },
    })
    expect(made[0]?.details).toMatchObject({
      ratePerHour: '25',
      hoursPerDay: '8',
      daysPerWeek: '5',
    })
  })

  it('says what counts for holidays, what is one-off, and what was unpaid', () => {
    const [made] = rows({
      history: [{ ...LAST, counted: '900.00', irregular: '150.00', daysPaid: '4.5', unpaidLeaveHours: '20' }],
    })
    expect(made).toMatchObject({
      ...{
        holidayGross: '900.00',
        irregular: '150.00',
        ordinary: '850',
        daysPaid: '4.5',
        unpaidWeeks: '0.5',
      },
    })
  })

  it('without hours, or of a week without hours, has no days', () => {
    const [made] = rows({ history: [{ ...LAST, hours: null }] })
    expect([made?.daysPaid, made?.hoursPaid]).toEqual(['0', '0'])
    const [none] = rows(
      { history: [{ ...LAST, unpaidLeaveHours: '8' }] },
      { ...terms, hoursPerDay: decimal('0') },
    )
    expect([none?.daysPaid, none?.unpaidWeeks]).toEqual(['0', '0'])
  })
})
