import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { escapeFormula } from '../../../src/kernel/values/formula-text.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aNewZealandStory, anAustralianStory, type Story } from './story.ts'

let tasman: TestApp
let owner: TestClient
let au: Story
let nz: Story
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-10T02:00:00' })
  owner = await tasman.clientFor('owner')
  au = await anAustralianStory(owner)
  nz = await aNewZealandStory(owner)
}, 180_000)
afterAll(() => tasman.close())

const at = (story: Story, rest = '') => `/api/company/${story.company.id}/reports${rest}`

/** Every report of both stories with each of its groupings. */
async function everySheet(): Promise<{ story: Story; path: string }[]> {
  const found: { story: Story; path: string }[] = []
  for (const story of [au, nz])
    for (const report of (await owner.get(at(story))).body as AnyJson[])
      for (const grouping of report.groupings)
        found.push({ story, path: at(story, `/${report.name}?group_by=${grouping.name}`) })
  return found
}

const UNIT = /hours?|days?|weeks?|units?|years?|km|rate/i

/** Columns without a clear unit: hours in a column of dollars, or a bare number without a column of units. */
function unitless(columns: AnyJson[]): string[] {
  const hasUnit = columns.some((column) => column.name === 'unit')
  const isWrong = ({ type, title }: AnyJson) =>
    type === 'money'
      ? /\b(hours|days|weeks)$/i.test(title)
      : type === 'number' && !hasUnit && !UNIT.test(title)
  return columns.filter(isWrong).map(({ title }) => title)
}

describe('200', () => {
  it('lists what each country has', async () => {
    const names = async (story: Story) =>
      ((await owner.get(at(story))).body as AnyJson[]).map((report) => report.name)
    expect(await names(au)).toEqual(expect.arrayContaining(['payroll-summary', 'pay-run-detail']))
    expect(await names(nz)).toEqual(expect.arrayContaining(['payroll-summary', 'pay-run-detail']))
  })

  it('every report and grouping answers in every format, and its rows fit its columns', async () => {
    for (const { story, path } of await everySheet()) {
      const json = await owner.get(path)
      expect([path, json.status]).toEqual([path, 200])
      const { columns, rows, totals, row_count } = json.body
      expect([path, row_count]).toEqual([path, rows.length])
      for (const row of rows)
        expect([path, Object.keys(row)]).toEqual([path, columns.map((column: AnyJson) => column.name)])
      expect(Object.keys(totals)).toEqual(
        columns.filter((column: AnyJson) => column.is_totalled).map((column: AnyJson) => column.name),
      )
      const csv = await owner.get(`${path}&format=csv`)
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
      const pdf = await owner.get(`${path}&format=pdf`)
      expect([path, pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([path, 200, '%PDF-'])
      const xlsx = await owner.get(`${path}&format=xlsx`)
      const sheet = (await readXlsx(xlsx.raw)).sheets[0]
      const isTotalled = rows.length > 0 && Object.keys(totals).length > 0
      // Company, title, dates and an empty row are above the table.
      expect([path, sheet?.rows.length]).toEqual([path, 5 + rows.length + (isTotalled ? 1 : 0)])
      expect([path, sheet?.rows[0]?.[0]]).toEqual([path, story.company.legal_name])
      expect([path, sheet?.rows[4]]).toEqual([path, columns.map((column: AnyJson) => column.title)])
      expect([path, unitless(columns)]).toEqual([path, []])
    }
  }, 300_000)

  it('escapes what a spreadsheet would take for a formula, in CSV and XLSX', async () => {
    const path = at(au, '/pay-run-detail')
    const { body: csv, headers } = await owner.get(`${path}?format=csv`)
    expect(headers['content-disposition']).toBe('attachment; filename="pay-run-detail.csv"')
    expect(csv).toContain(`"'=HYPERLINK(""x"") Okafor"`)
    expect(csv).not.toMatch(/(^|,)"?[=@+]/m)
    // A negative amount is a number, not a formula.
    expect(csv).toContain(',-100.00,')
    const xlsx = await owner.get(`${path}?format=xlsx`)
    const texts = (await readXlsx(xlsx.raw)).sheets[0]?.rows.flat().filter((cell) => typeof cell === 'string')
    expect(texts).toContain(`'=HYPERLINK("x") Okafor`)
    expect(texts?.filter((text) => /^[=+\-@]/.test(String(text)))).toEqual([])
    expect(['=a', '+a', '-a', '@a', '\ta', '＝a', 'a=b', 'a'].map(escapeFormula)).toEqual([
      "'=a",
      "'+a",
      "'-a",
      "'@a",
      "'\ta",
      "'＝a",
      'a=b',
      'a',
    ])
  })
})

describe('400, 403, 404, 422', () => {
  it('refuses what is not there, not theirs or not taken', async () => {
    const other = await tasman.clientFor('other')
    expect((await owner.get(at(au, '/nothing'))).status).toBe(404)
    expect((await other.get(at(au, '/payroll-summary'))).status).toBe(403)
    expect((await owner.get('/api/company/999999/reports/payroll-summary')).status).toBe(400)
    for (const query of [
      '?group_by=moon',
      '?from_date=soon',
      '?format=doc',
      '?pay_run_id=1',
      '?from_date=2026-08-01&to_date=2026-07-01',
      '?colour=blue',
    ])
      expect([query, (await owner.get(at(au, `/payroll-summary${query}`))).status]).toEqual([query, 422])
  })
})
