import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packBundle } from '../../src/features/platform/law/index.ts'
import { parseRates, readRateTexts } from '../../src/load-rates.ts'
import { bundleTexts, privateKey, publicKey } from '../law/story.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/* `npm run law` as operators run it: a process for each subcommand, with every kind of file that it must refuse. */

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tasman-law-'))
const trusted = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const law = (args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/law.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: database.url, LAW_PUBLIC_KEYS: trusted, INIT_CWD: folder, ...env },
  })
  return { status, out: stdout, said: stderr.trim() }
}
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const valid = () => packBundle(bundleTexts('2027.1.1'), privateKey)

it.each([
  ['tampered', () => valid().replace('0.3227', '0.3127'), 'changed after it was signed'],
  [
    'signed with another key',
    () => packBundle(bundleTexts('2027.1.1'), generateKeyPairSync('ed25519').privateKey),
    'which LAW_PUBLIC_KEYS does not list',
  ],
  ['no longer signed', () => valid().replace(/"signature": ?"[^"]*"/, '"signature":""'), ''],
  [
    'older than the tables in use',
    () => packBundle(bundleTexts('2020.1.1'), privateKey),
    'is not newer than',
  ],
  ['cut off', () => valid().slice(0, 500), 'not a bundle of rate tables'],
  ['empty', () => '', 'not a bundle of rate tables'],
  ['a list', () => '[1]', 'not a bundle of rate tables'],
  [
    'without files',
    () => '{"format":1,"files":[null],"key":"k","signature":"s"}',
    'not a bundle of rate tables',
  ],
])(
  'install refuses a bundle that is %s',
  (name, content, sentence) => {
    const { status, out, said } = law(['install', file(`${name}.json`, content())])
    expect([status, out]).toEqual([1, ''])
    expect(said).toContain(sentence)
    expect(said.split('\n')).toHaveLength(1)
    expect(said).not.toContain('before initialization')
  },
  120_000,
)

it('packs, rehearses, installs, reports errata, and rolls back', () => {
  file('law.pem', pem(privateKey))
  expect(law(['pack', 'current.json', '--key', 'law.pem'])).toMatchObject({ status: 0, said: '' })
  expect(JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8'))).toHaveProperty('signature')
  file('next.json', valid())

  const rehearsed = law(['install', 'next.json', '--dry-run'])
  expect(rehearsed).toMatchObject({ status: 0, out: expect.stringContaining('Nothing was installed') })
  expect(law(['rollback', '2027.1.1'])).toMatchObject({
    status: 1,
    said: 'Bundle 2027.1.1 is not installed.',
  })
  expect(law(['install', 'next.json'])).toMatchObject({
    status: 0,
    out: expect.stringContaining('Roll back: npm run law -- rollback 2027.1.1'),
  })
  expect(law(['erratum', 'next.json', '--letters', 'letters'])).toMatchObject({ status: 0, said: '' })
  expect(readdirSync(folder)).not.toContain('letters')
  expect(law(['status'])).toMatchObject({ status: 0, out: expect.stringMatching(/^Bundle [\d.]+ of /) })
  // Two more: rolling back the older one leaves the newer one, rolling back that one goes back to the release.
  file('later.json', packBundle(bundleTexts('2027.1.2'), privateKey))
  expect(law(['install', 'later.json'])).toMatchObject({ status: 0 })
  expect(law(['rollback', '2027.1.1']).out).toContain('bundle 2027.1.2 is in use')
  const { bundle } = parseRates(readRateTexts())
  expect(law(['rollback', '2027.1.2']).out).toContain(`bundle ${bundle.version} is in use`)
}, 240_000)

it('install refuses a bundle without a year that the tables in use have', () => {
  const texts = bundleTexts('2027.1.3').filter(({ path }) => path !== 'au/payg-schedule-1/2020-10-13.yaml')
  expect(law(['install', file('short.json', packBundle(texts, privateKey))])).toMatchObject({
    status: 1,
    said: expect.stringContaining('lacks days that'),
  })
}, 120_000)

it('refuses options of another command, unknown commands and keys that cannot sign', () => {
  for (const [args, sentence] of [
    [['rollback', '2027.1.1', '--dry-run'], 'rollback does not take --dry-run.'],
    [['pack', 'x.json', '--dry-run'], 'pack does not take --dry-run.'],
    [['toString', 'x.json'], 'Unknown command: toString.'],
    [['status', 'x.json'], 'Unknown argument: x.json.'],
  ] as const) {
    const { status, said } = law([...args])
    expect([status, said.split('\n')[0]]).toEqual([2, sentence])
  }
  file('public.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString())
  file('rsa.pem', pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey))
  for (const [key, sentence] of [
    ['public.pem', 'is not a private key'],
    ['rsa.pem', 'with an Ed25519 key'],
  ] as const)
    expect(law(['pack', 'x.json', '--key', key])).toMatchObject({
      status: 1,
      said: expect.stringContaining(sentence),
    })
}, 240_000)

it.each([['install'], ['erratum']])(
  '%s says which file is missing, or which key is not set',
  (command) => {
    expect(law([command, 'nowhere.json'])).toMatchObject({
      status: 1,
      said: expect.stringContaining('nowhere'),
    })
    const untrusting = law([command, file('valid.json', valid())], { LAW_PUBLIC_KEYS: '' })
    expect(untrusting).toMatchObject({ status: 1, said: expect.stringContaining('No key is trusted') })
    expect(law([command])).toMatchObject({ status: 2 })
  },
  120_000,
)
