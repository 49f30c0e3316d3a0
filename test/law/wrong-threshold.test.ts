import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { correctErrata, type KnownErratum, listErrata } from '../../scripts/law/errata.ts'
import { employerLetter, personLetter, writeLetters } from '../../scripts/law/letters.ts'
import { findCompany } from '../../src/features/employer/companies/index.ts'
import { openBundle } from '../../src/features/platform/law/index.ts'
import { present } from '../../src/kernel/values/present.ts'
import { aPayer } from '../api/single-touch/story.ts'
import { personOfAccount } from '../api/trust/two-people.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { anEmployee } from '../support/make.ts'
import { aWeek } from '../support/pays.ts'
import { bundleTexts, install, publicKey, SCHEDULE_1, signed, WRONG_BAND } from './story.ts'

/*
 * A wrong threshold from discovery to correction: companies pay and report four weeks with it, then the
 * corrected tables are installed. Exactly the pays concerned are found, corrected and reported again.
 * ERRATUM_COMPANIES sets the number of companies (`npm run law:rehearse` takes 200). The last company
 * requires two people for pay runs.
 */

const COMPANIES = Number(process.env.ERRATUM_COMPANIES ?? 3)
const WEEKS = ['2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23']
const LIMIT_MS = 120_000 + COMPANIES * 5000

let tasman: TestApp
let owner: TestClient
let second: TestClient
const companies: AnyJson[] = []

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T01:00:00' })
  owner = await tasman.clientFor('owner')
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
  await install(tasman, signed(bundleTexts('2027.1.1', SCHEDULE_1, WRONG_BAND)))
  for (let place = 0; place < COMPANIES; place += 1) {
    const company = await aPayer(owner, { legal_name: `Company ${place} Pty Ltd` })
    // Earns below the wrong band, within it, and above it.
    const [below, within, above] = await Promise.all(
      ['20.00', '30.00', '50.00'].map((rate) => anEmployee(owner, company.id, { pay_rate_per_hour: rate })),
    )
    companies.push({ ...company, below, within, above })
  }
}, LIMIT_MS)
afterAll(() => tasman.close())

const submit = (id: number) =>
  owner.post(`/api/single-touch/${id}/submit-stp-pays`, { from_date: '2026-10-01', to_date: '2026-10-31' })
const paysOf = async (id: number): Promise<AnyJson[]> => (await owner.get(`/api/company/${id}/pays`)).body
/** The stored rows of the pays of everyone who earns outside the wrong band. */
async function othersRows(): Promise<string> {
  const concerned = companies.map(({ within }) => within.id)
  const { rows } = await tasman.service.database.pool.query<{ row: string }>(
    'select row_to_json(own)::text as row from pays own where not employee_id = any($1) order by id',
    [concerned],
  )
  return rows.map(({ row }) => row).join('\n')
}

it(
  'is found, corrected with approval where it is on, and reported again; nothing else changes',
  async () => {
    const { service } = tasman
    for (const { id, below, within, above } of companies) {
      for (const week of WEEKS) {
        const people = [below, within, above].map((person) => aWeek(person.id))
        const paid = await owner.put(`/api/company/${id}/pays/create?pay_date=${week}`, people)
        expect(paid.status, JSON.stringify(paid.body)).toBe(201)
      }
      expect((await submit(id)).status).toBe(201)
    }
    const strict = companies.at(-1)
    const web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
    const rules = await web.patch(`/api/company/${strict.id}/rules`, { approve_runs: 'always' })
    expect(rules.status).toBe(200)

    const content = signed(bundleTexts('2027.1.2'))
    const { book } = openBundle(content, [publicKey])
    const started = Date.now()
    await install(tasman, content)
    const errata = await listErrata(service, book, {})
    const found = Date.now()
    expect(errata.map(({ employeeId, payDate }) => `${employeeId} ${payDate}`).sort()).toEqual(
      companies.flatMap(({ within }) => WEEKS.map((week) => `${within.id} ${week}`)).sort(),
    )
    expect(errata.every(({ isLodged }) => isLodged)).toBe(true)

    const untouched = await othersRows()
    const before = await paysOf(strict.id)
    const lines = await correctErrata(service, errata)
    const corrected = Date.now()
    expect(
      lines.filter((line) => line.endsWith('4 pays corrected; differences to lodge or pay show as open.')),
    ).toHaveLength(COMPANIES - 1)
    const [waiting] = lines.filter((line) => line.includes('wait for approval'))
    expect(await paysOf(strict.id)).toEqual(before)
    const approval = Number(waiting?.match(/approval (\d+)/)?.[1])
    expect((await owner.get(`/api/approvals/${approval}`)).body).toMatchObject({
      state: 'waiting',
      kind: 'run',
      company_id: strict.id,
      prepared_by: { user_id: null, client_id: 'operator' },
    })
    // The same correction requested twice waits only once.
    const still = await listErrata(service, book, {})
    expect(await correctErrata(service, still)).toEqual([waiting])
    const done = await second.post(`/api/approvals/${approval}/approve`)
    expect([done.status, done.body.state], JSON.stringify(done.body)).toEqual([200, 'approved'])
    expect(await listErrata(service, book, {})).toEqual([])
    expect(await othersRows()).toBe(untouched)

    for (const { id, within } of companies) {
      const pays = await paysOf(id)
      const concerned = pays.filter((pay) => pay.employee_id === within.id)
      // 38 h at 30.00: 0.3227 × 1,140.99 − 185.1935 = 183.00.
      expect(concerned.map((pay) => [pay.tax, pay.stp_needs_update])).toEqual(WEEKS.map(() => [183, true]))
      expect(pays.filter((pay) => pay.stp_needs_update)).toHaveLength(WEEKS.length)
      const update = await owner.post(`/api/single-touch/${id}/update`, { year: 2027 })
      expect([update.status, update.body.payee_count], JSON.stringify(update.body)).toEqual([201, 1])
      expect((await paysOf(id)).filter((pay) => pay.stp_needs_update)).toEqual([])
    }
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
    console.log(
      `${COMPANIES} companies, ${errata.length} of ${COMPANIES * 12} pays: found in ${seconds(started, found)}, corrected in ${seconds(found, corrected)}, reported again after ${seconds(started, Date.now())}.`,
    )
    await letters(errata)
  },
  LIMIT_MS,
)

async function letters(errata: readonly KnownErratum[]): Promise<void> {
  const { service } = tasman
  const own = errata.filter(({ companyId }) => companyId === companies[0].id)
  const company = present(await findCompany(service.database.query, service.cipher, companies[0].id))
  const facts = { company, bundle: '2027.1.2', reason: ['Schedule 1: the rate of one band.'] }
  const letter = personLetter(facts, own)
  // 194 was withheld instead of 183, four times: 44.00 are owed.
  expect(letter).toMatchObject({ net: '$44.00', title: 'Correction of your pay' })
  expect(letter.sections[0]?.rows[0]?.cells).toEqual([
    '2 Oct 2026: Tax withheld',
    '194.00',
    '183.00',
    '–11.00',
  ])
  expect(letter.notes).toContain('We pay the difference to the account that your pay goes to.')
  const other = employerLetter(facts, own)
  expect(other.sections[0]?.rows.at(-1)?.cells).toEqual(['Together', '–44.00', '0.00', '44.00'])
  expect(other.notes.join(' ')).toContain('4 of them were reported to the authority')

  const folder = mkdtempSync(join(tmpdir(), 'tasman-letters-'))
  try {
    const bundle = { version: '2027.1.2', changes: facts.reason }
    expect(await writeLetters(service, own, bundle, folder)).toBe(2)
    const names = [
      `company-${company.id}-employee-${companies[0].within.id}.pdf`,
      `company-${company.id}-employer.pdf`,
    ]
    expect(readdirSync(folder).sort()).toEqual(names)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
