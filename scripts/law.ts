// npm run law -- status | pack <file> --key <private key> | install <file> [--dry-run] | rollback <version> | erratum <file> [--company <id>] [--letters <folder>] [--correct]
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  compareBundles,
  insertBundle,
  openBundle,
  packBundle,
  refreshLaw,
  requireCoverage,
  requireNewer,
  withdrawBundle,
} from '../src/features/platform/law/index.ts'
import { loadRates, readRateTexts } from '../src/load-rates.ts'
import type { Service } from '../src/service.ts'
import { readPublicKey } from '../src/settings/public-keys.ts'
import { giveUp, userPath } from './embedded-folder.ts'
import { currentTexts } from './law/current-texts.ts'
import { correctErrata, describeErrata, listErrata } from './law/errata.ts'
import { writeLetters } from './law/letters.ts'
import { readArguments, refuse, refuseStray } from './read-arguments.mjs'
import { withService } from './with-service.ts'

const usage =
  'npm run law -- status | pack <file> --key <private key> | install <file> [--dry-run] | rollback <version> | erratum <file> [--company <id>] [--letters <folder>] [--correct]'
const { values, words } = readArguments({
  usage,
  words: ['<command>', 'file or version'],
  options: {
    key: { type: 'string', value: '<private key, PEM>' },
    company: { type: 'string', value: '<id>', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number' },
    'dry-run': { type: 'boolean' },
    letters: { type: 'string', value: '<folder>' },
    correct: { type: 'boolean' },
  },
})
const [command = '', target = ''] = words

const TAKES: Readonly<Record<string, readonly string[]>> = {
  status: [],
  pack: ['key'],
  install: ['dry-run'],
  rollback: [],
  erratum: ['company', 'letters', 'correct'],
}

/** The commands. `pack` needs no database, so it does not open the service. */
const commands: Record<string, () => Promise<void> | void> = {
  status: () =>
    withService(async ({ rates: { bundle, tables } }) => {
      console.log(`Bundle ${bundle.version} of ${bundle.released} is in use: ${tables.length} tables.`)
      for (const change of bundle.changes) console.log(`  ${change}`)
    }),
  pack: () => {
    if (!values.key) refuse('Missing option: --key <private key, PEM>.', usage)
    const bundle = packBundle(readRateTexts(), readPrivateKey(userPath(values.key)))
    writeFileSync(userPath(target), bundle)
    console.log(`Wrote ${target}.`)
  },
  install: () => withService(install),
  rollback: () => withService(rollback),
  erratum: () => withService(erratum),
}

function readPrivateKey(path: string): KeyObject {
  const text = readFileSync(path)
  try {
    return createPrivateKey(text)
  } catch {
    throw new Error(`${path} is not a private key in PEM form without a password.`)
  }
}

function open({ settings, rates }: Service) {
  const keys = settings.lawPublicKeys.flatMap((text) => readPublicKey(text) ?? [])
  const opened = openBundle(readFileSync(userPath(target), 'utf8'), keys)
  const isOwn = command === 'install' && opened.book.bundle.digest === loadRates().bundle.digest
  if (isOwn && rates.bundle.digest === opened.book.bundle.digest)
    throw new Error(
      `The files in this folder already are bundle ${rates.bundle.version}. Install it from the folder or the image that serves.`,
    )
  return opened
}

/** Shows the effect of a bundle on pays and installs it. */
async function install(service: Service): Promise<void> {
  const opened = open(service)
  const { bundle } = opened.book
  requireNewer(opened.book, service.rates)
  requireCoverage(opened.book, service.rates)
  console.log(`Bundle ${bundle.version} of ${bundle.released} replaces ${service.rates.bundle.version}:`)
  for (const { path, change } of compareBundles(await currentTexts(service), opened.files))
    console.log(`  ${change.padEnd(8)} ${path}`)
  for (const line of describeErrata(await listErrata(service, opened.book, {}))) console.log(line)
  if (values['dry-run']) return console.log('Nothing was installed (--dry-run).')
  const from = await service.database.transaction((tx) => insertBundle(tx, opened, service.systemClock.now()))
  console.log(
    `Installed. Every process uses it from ${from.toISOString()}. Roll back: npm run law -- rollback ${bundle.version}`,
  )
}

async function rollback(service: Service): Promise<void> {
  const isWithdrawn = await service.database.transaction((tx) => withdrawBundle(tx, target))
  if (!isWithdrawn) throw new Error(`Bundle ${target} is not installed.`)
  await refreshLaw(service)
  const { version } = service.law.bookAfterSwitches().bundle
  console.log(`Bundle ${target} is withdrawn within 15 seconds. From then on, bundle ${version} is in use.`)
}

/** Lists the pays that a corrected bundle changes, and writes letters about them. With --correct it recalculates them, once the bundle is in use. */
async function erratum(service: Service): Promise<void> {
  const opened = open(service)
  const filter = values.company ? { companyId: Number(values.company) } : {}
  const isInUse = service.rates.bundle.digest === opened.book.bundle.digest
  const errata = await listErrata(service, opened.book, filter)
  for (const line of describeErrata(errata, { isDetailed: true })) console.log(line)
  if (values.letters && errata.length > 0) {
    const count = await writeLetters(service, errata, opened.book.bundle, userPath(values.letters))
    console.log(`Wrote ${count} letters to ${values.letters}.`)
  }
  if (!values.correct) return
  if (!isInUse) throw new Error('Install the bundle first: pays are calculated with the tables in use.')
  for (const line of await correctErrata(service, errata)) console.log(line)
}

// The commands run last: they use declarations of the whole file.
if (!Object.hasOwn(commands, command)) refuse(`Unknown command: ${command}.`, usage)
refuseStray(values, TAKES[command] ?? [], command, usage)
if (command !== 'status' && !target) refuse('Missing argument: the file or version.', usage)
if (command === 'status' && target) refuse(`Unknown argument: ${target}.`, usage)
try {
  await commands[command]?.()
} catch (error) {
  giveUp(error)
}
