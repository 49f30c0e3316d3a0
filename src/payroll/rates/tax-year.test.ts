import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auPay, deductionLine, hoursLine } from '../../../test/support/au-pay.ts'
import { calculateAuPay } from '../../countries/au/law/pay.ts'
import { parseAuRates } from '../../countries/au/law/rates/rates.ts'
import { type CivilDate, civilDate } from '../../kernel/values/dates.ts'
import { readRateFiles } from '../../load-rates.ts'
import type { RateFile } from './node.ts'

/*
 * Follows docs/guides/add-a-tax-year.md with a made-up year 2027-28: each table that ends gets a successor, and no code changes.
 */

const ROOT = join(import.meta.dirname, '../../..')
const files = readRateFiles(join(ROOT, 'rates/au'))
const guide = readFileSync(join(ROOT, 'docs/guides/add-a-tax-year.md'), 'utf8')

type Dated = { file: RateFile; table: string; from: string; to: string }
const dated: Dated[] = files.flatMap((file) => {
  const { effective_from: from, effective_to: to } = file.data as Record<string, string>
  return from ? [{ file, table: file.path.replace(/\/[^/]*$/, ''), from, to: to ?? '' }] : []
})

const newest = [...Map.groupBy(dated, ({ table }) => table).values()].map((own) => own.at(-1) as Dated)
const ending = (from: string, to: string) => newest.filter((last) => last.to >= from && last.to <= to)

/** A copy of the newest file that starts on the day after it ends. */
function successorOf({ file, table, to }: Dated, last: string): RateFile {
  const [year = '', ...rest] = to.split('-')
  const from = rest.join('-') === '06-30' ? `${year}-07-01` : `${Number(year) + 1}-01-01`
  const { check_by: _, days, ...data } = file.data as Record<string, never>
  return {
    path: `${table}/${from}.yaml`,
    data: {
      ...data,
      effective_from: from,
      effective_to: last,
      ...(days ? { days: { [from]: 'A day' } } : {}),
    },
  } as RateFile
}

const successors = [
  ...ending('2027-06-30', '2027-06-30').map((table) => successorOf(table, '2028-06-30')),
  ...ending('2026-12-31', '2026-12-31').flatMap((table) => {
    const year2027 = successorOf(table, '2027-12-31')
    return [year2027, successorOf({ ...table, file: year2027, to: '2027-12-31' }, '2028-12-31')]
  }),
  ...ending('2027-12-31', '2027-12-31').map((table) => successorOf(table, '2028-12-31')),
]
const rates = (more: readonly RateFile[]) => parseAuRates([...files, ...more])
const payOn = (payDate: CivilDate, more: readonly RateFile[]) =>
  calculateAuPay(
    auPay({
      ...{ payDate, periodEnd: payDate, hours: [hoursLine('38', '40')] },
      deductions: [deductionLine('2000', { classification: 'CHILD_SUPPORT_DEDUCTION' })],
    }),
    rates(more),
  )

describe('a new tax year', () => {
  it('needs the tables that the guide names', () => {
    const needed = [...ending('2026-12-31', '2027-12-31')].map(({ table }) => table).sort()
    expect(needed.filter((table) => !guide.includes(`\`${table}\``))).toEqual([])
    expect(needed).toContain('payg-schedule-9')
  })

  it('is refused until it is there, with the days that are covered', () => {
    expect(() => payOn(civilDate('2027-07-02'), [])).toThrow(/covers 2027-07-02.*2027-06-30/)
    expect(payOn(civilDate('2026-12-31'), []).figures.tax.toFixed()).toBe('305')
  })

  it('is taxed once its files are added, and the year after it refused', () => {
    const { figures } = payOn(civilDate('2027-07-02'), successors)
    expect([figures.tax, figures.super, figures.net].map(String)).toEqual(['305', '182.4', '544.88'])
    expect(figures.superDueDate).toBe('2027-07-13')
    expect(payOn(civilDate('2028-06-30'), successors).figures.tax.toFixed()).toBe('305')
    expect(() => payOn(civilDate('2028-07-01'), successors)).toThrow(/covers 2028-07-01.*2028-06-30/)
  })

  it('with a table that overlaps, leaves a gap or mistypes a key is refused by file and key', () => {
    const [first, ...others] = successors as [RateFile, ...RateFile[]]
    const changed = (change: object) => [
      { ...first, data: { ...(first.data as object), ...change } },
      ...others,
    ]
    const attempt = (change: object) => () => rates(changed(change) as RateFile[])
    expect(attempt({ effective_from: '2027-06-30' })).toThrow(first.path.split('/')[0])
    expect(attempt({ effective_from: '2027-07-02' })).toThrow(first.path.split('/')[0])
    expect(attempt({ efective_to: '2028-06-30' })).toThrow(/efective_to/)
  })
})
