import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctErrata, describeErrata, listErrata } from '../../scripts/law/errata.ts'
import {
  insertBundle,
  openBundle,
  refreshLaw,
  requireCoverage,
  requireNewer,
  withdrawBundle,
} from '../../src/features/platform/law/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aWeek } from '../support/pays.ts'
import { bundleTexts, install, publicKey, SCHEDULE_1, signed, WRONG_BAND } from './story.ts'

/*
 * Law as a separate release: a signed bundle of rate tables is installed without new code, errata are found
 * and corrected, and nothing else changes.
 */

const stranger = generateKeyPairSync('ed25519')

describe('a bundle as a file', () => {
  it('is opened with the key that signed it', () => {
    const { book } = openBundle(signed(bundleTexts('2027.1.1')), [stranger.publicKey, publicKey])
    expect(book.bundle).toMatchObject({ version: '2027.1.1', released: '2026-12-31' })
    expect(book.tables.map(({ table }) => table)).toContain('au/payg-schedule-1')
  })

  it('is refused without a trusted key, with another key, after a change and when it is no bundle', () => {
    const content = signed(bundleTexts('2027.1.1'))
    expect(() => openBundle(content, [])).toThrow('No key is trusted')
    expect(() => openBundle(content, [stranger.publicKey])).toThrow('which LAW_PUBLIC_KEYS does not list')
    expect(() => openBundle(content.replace('0.3227', '0.3127'), [publicKey])).toThrow(
      'changed after it was signed',
    )
    expect(() => openBundle('{}', [publicKey])).toThrow('not a bundle of rate tables')
    expect(() => openBundle('no JSON', [publicKey])).toThrow('not a bundle of rate tables')
  })

  it('is refused when a table has a key that nothing reads, or is not newer', () => {
    const odd = bundleTexts('2027.1.1', SCHEDULE_1, ['scales:', 'surprise: 1\nscales:'])
    expect(() => signed(odd)).toThrow('surprise is not a known key')
    const { book } = openBundle(signed(bundleTexts('2026.10.9')), [publicKey])
    const { book: newer } = openBundle(signed(bundleTexts('2026.11.10')), [publicKey])
    expect(() => requireNewer(book, newer)).toThrow('Bundle 2026.10.9 is not newer than 2026.11.10')
    expect(() => requireNewer(newer, book)).not.toThrow()
  })

  it('is refused when it lacks a table or days that the one in use has, and says which', () => {
    const current = openBundle(signed(bundleTexts('2027.1.1')), [publicKey]).book
    const without = (path: string) => {
      const texts = bundleTexts('2027.2.1').filter((file) => file.path !== path)
      return openBundle(signed(texts), [publicKey]).book
    }
    expect(() => requireCoverage(without('none'), current)).not.toThrow()
    expect(() => requireCoverage(without('au/payg-schedule-1/2020-10-13.yaml'), current)).toThrow(
      'Bundle 2027.2.1 lacks days that 2027.1.1 covers: au/payg-schedule-1 (from 2020-10-13)',
    )
    const shorter = bundleTexts('2027.2.1', SCHEDULE_1, [
      'effective_to: 2027-06-30',
      'effective_to: 2027-05-31',
    ])
    expect(() => requireCoverage(openBundle(signed(shorter), [publicKey]).book, current)).toThrow(
      'au/payg-schedule-1 (from 2026-07-01)',
    )
  })
})

describe('a wrong threshold', () => {
  let tasman: TestApp
  let owner: TestClient
  const companies: AnyJson[] = []

  beforeAll(async () => {
    tasman = await startTestApp({ now: '2026-11-18T01:00:00' })
    owner = await tasman.clientFor('owner')
    for (const name of ['One Pty Ltd', 'Two Pty Ltd', 'Three Pty Ltd']) {
      const company = await aCompany(owner, { legal_name: name })
      // The first earns below the wrong band, the second within it.
      const low = await anEmployee(owner, company.id, { pay_rate_per_hour: '20.00' })
      const within = await anEmployee(owner, company.id, { pay_rate_per_hour: '30.00' })
      companies.push({ ...company, low, within })
    }
  }, 120_000)
  afterAll(() => tasman.close())

  const pay = async (date: string) => {
    for (const { id, low, within } of companies) {
      const { status, body } = await owner.put(`/api/company/${id}/pays/create?pay_date=${date}`, [
        aWeek(low.id),
        aWeek(within.id),
      ])
      expect([status, body]).toEqual([201, expect.anything()])
    }
  }
  const versions = async (): Promise<string[]> => {
    const { rows } = await tasman.service.database.pool.query<{ law_version: string }>(
      'select distinct law_version from pays order by 1',
    )
    return rows.map((row) => row.law_version)
  }

  /** `npm run replay` on the database of this service: its exit code and its last line. */
  const replay = () => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/replay.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: tasman.databaseUrl },
    })
    return [status, stdout.trim().split('\n').at(-1)]
  }

  it('is installed, paid with, corrected by the next bundle, and every affected pay is found and put right', async () => {
    const { service } = tasman
    const shipped = service.rates.bundle.version
    await pay('2026-10-02')
    const wrong = signed(bundleTexts('2027.1.1', SCHEDULE_1, WRONG_BAND))
    await install(tasman, wrong)
    expect((await tasman.clientWith().get('/api/meta/law')).body.version).toBe('2027.1.1')
    await pay('2026-10-09')
    await pay('2026-10-16')
    expect(await versions()).toEqual([shipped, '2027.1.1'].sort())
    // Each pay is replayed with its own tables, so only changed figures differ.
    expect(replay()).toEqual([0, '18 pays calculated again, 0 differ.'])

    const right = signed(bundleTexts('2027.1.2'))
    const corrected = openBundle(right, [publicKey]).book
    await install(tasman, right)
    const errata = await listErrata(service, corrected, {})
    expect(errata.map(({ employeeId, payDate }) => `${employeeId} ${payDate}`).sort()).toEqual(
      companies.flatMap(({ within }) => [`${within.id} 2026-10-09`, `${within.id} 2026-10-16`]).sort(),
    )
    expect(describeErrata(errata)[0]).toBe('6 pays of 3 people in 3 companies change:')
    const taxes = async (): Promise<unknown[]> => {
      const { rows } = await service.database.pool.query(
        'select employee_id, tax from pays where company_id = $1 order by employee_id, processed_date',
        [companies[0].id],
      )
      return rows.map((row) => [row.employee_id, row.tax])
    }
    const { low, within } = companies[0]
    // 38 h at 30.00 = 1,140.00: 0.3227 × 1,140.99 − 185.1935 = 183.00; with 0.3327 it is 194.41, so 194. At 760.00 the band is another one.
    const people = (lowTax: string, taxes: string[]) => [
      ...taxes.map(() => [low.id, lowTax]),
      ...taxes.map((tax) => [within.id, tax]),
    ]
    expect(await taxes()).toEqual(people('75', ['183', '194', '194']))
    await correctErrata(service, errata)
    expect(await taxes()).toEqual(people('75', ['183', '183', '183']))
    expect(replay()).toEqual([0, '18 pays calculated again, 0 differ.'])
    expect(await listErrata(service, corrected, {})).toEqual([])

    // A bundle of an earlier release is not stored, so its pays are calculated with the tables of this release.
    await tasman.administer("update pays set law_version = '2024.7.1' where law_version <> '2027.1.2'")
    const [status, last] = replay()
    expect([status, last]).toEqual([0, expect.stringContaining('with the tables of this release')])
  }, 120_000)

  it('is taken back by one command', async () => {
    const { service } = tasman
    expect(await service.database.transaction((tx) => withdrawBundle(tx, '2027.1.2'))).toBe(true)
    await tasman.administer(
      'update law_bundles set withdrawn_from = clock_timestamp() where withdrawn_from is not null',
    )
    await refreshLaw(service)
    expect(service.rates.bundle.version).toBe('2027.1.1')
    expect(await service.database.transaction((tx) => withdrawBundle(tx, '2030.1.1'))).toBe(false)
  })

  it('a process that looked in time switches at the same moment, without another look', async () => {
    const { service } = tasman
    await service.database.transaction((tx) =>
      insertBundle(tx, openBundle(signed(bundleTexts('2027.3.1')), [publicKey]), new Date()),
    )
    await tasman.administer(
      "update law_bundles set active_from = clock_timestamp() + interval '1 second' where version = '2027.3.1'",
    )
    await refreshLaw(service)
    expect(service.rates.bundle.version).toBe('2027.1.1')
    await expect.poll(() => service.rates.bundle.version, { timeout: 5000 }).toBe('2027.3.1')
  })
})
