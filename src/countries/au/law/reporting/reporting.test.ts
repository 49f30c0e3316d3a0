import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { allowanceLine, auPay, backPayment, ending } from '../../../../../test/support/au-pay.ts'
import { civilDate, dayNumber } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { readRateFiles } from '../../../../load-rates.ts'
import type { AuPayInput, AuTerminationInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'
import { parseAuRates } from '../rates/rates.ts'

/* The Single Touch Payroll reporting of a termination and of allowances, by name. */

const reported = (change: Partial<AuPayInput>) => calculateAuPay(auPay(change), auRates)
const textOf = (record: object) =>
  Object.entries(record)
    .map(([name, amount]) => `${name} ${amount}`)
    .join(', ')

describe('an ending', () => {
  const amounts = {
    ...{ isManualLeaveAmounts: true, isUnusedHolidayPaid: true, isUnusedLslPaid: true },
    ...{ unusedHolidayAmount: decimal('1'), unusedLslPostAugust1993: decimal('2') },
    ...{ unusedLslAugust1978ToAugust1993: decimal('4'), unusedLslPreAugust1978: decimal('8') },
    ...{ nonEtpAmount: decimal('16'), redundancyAmount: decimal('32'), normalEarnings: decimal('1520') },
  }
  const sums = (change: Partial<AuTerminationInput>) => {
    const { reporting } = reported({ termination: ending({ ...amounts, ...change }) })
    const { paidLeave, lumpSumA, lumpSumB, lumpSumD, gross, cessation } = reporting
    return `${textOf(paidLeave)}; A ${lumpSumA ? `${lumpSumA.type} ${lumpSumA.amount}` : '-'}; B ${lumpSumB}; D ${lumpSumD}; gross ${gross}; ${cessation?.code}`
  }

  it('reports leave since August 1993 as paid leave U, or as lump sum A where the reason is concessional', () => {
    expect(sums({})).toBe('U 3; A T 4; B 8; D 0; gross 16; V')
    expect(sums({ reason: 'REDUNDANCY' })).toBe('; A R 7; B 8; D 32; gross 16; R')
    expect(sums({ reason: 'INVALIDITY' })).toBe('; A R 7; B 8; D 0; gross 16; I')
    expect(sums({ unusedLslAugust1978ToAugust1993: null })).toBe('U 3; A -; B 8; D 0; gross 16; V')
  })

  it('reports no leave of someone who died', () => {
    expect(sums({ reason: 'DEATH_ESTATE' })).toBe('; A -; B 0; D 0; gross 0; D')
  })

  it('says nothing of an ending where there is none', () => {
    const { reporting } = reported({})
    expect([reporting.cessation, reporting.etps, reporting.lumpSumA]).toEqual([null, [], null])
  })
})

describe('an allowance', () => {
  const under = (category: 'MD' | 'RD' | 'CD' | null, isTaxable: boolean) =>
    textOf(reported({ allowances: [allowanceLine('5', { category, isTaxable })] }).reporting.allowances)

  it('for overtime meals and travel within the reasonable amount is not reported, others are', () => {
    expect([under('MD', false), under('RD', false), under('CD', false)]).toEqual(['', '', 'CD 5'])
    expect([under('MD', true), under('RD', true), under('CD', true)]).toEqual(['MD 5', 'RD 5', 'CD 5'])
    expect([under(null, true), under(null, false)]).toEqual(['', ''])
  })
})

it('late back pay is explained year by year, in one order', () => {
  const late = (startDate: string, endDate: string) =>
    backPayment('2000', { startDate: civilDate(startDate), endDate: civilDate(endDate) })
  const { steps } = reported({
    backPayments: [late('2024-08-01', '2024-08-31'), late('2023-08-01', '2023-08-31')],
  })
  const told = steps.filter(({ name }) => name.startsWith('reporting.lump-sum-e.'))
  expect(told.map(({ name, amount }) => `${name} ${amount}`)).toEqual([
    'reporting.lump-sum-e.2024 2000',
    'reporting.lump-sum-e.2025 2000',
  ])
})

it('the calendar of holidays has an end, and the days of every year', () => {
  const files = readRateFiles(join(import.meta.dirname, '../../../../../rates/au'))
  const { holidays } = parseAuRates(files)
  expect(
    ['2024-12-25', '2027-12-27', '2026-12-24'].map((day) => holidays.days.has(dayNumber(civilDate(day)))),
  ).toEqual([true, true, false])
  const endless = files.map((file) => {
    if (!file.path.startsWith('public-holidays/2027')) return file
    const { effective_to: _, ...data } = file.data as Record<string, never>
    return { ...file, data }
  })
  expect(() => parseAuRates(endless)).toThrow('the last year has no end')
  expect(() => parseAuRates(files.filter(({ path }) => !path.startsWith('public-holidays/')))).toThrow()
})
