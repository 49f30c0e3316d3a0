import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { isRecord } from '../../../kernel/is-record.ts'
import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { isNewer, parseRates, type RateBook, type RateTable, type RateText } from '../../../load-rates.ts'

/*
 * A law bundle as a file: every rate file of `rates/` in one JSON document, signed with Ed25519. The
 * signature covers the text of `files`, including `bundle.yaml`. So neither a figure nor the version can be
 * changed without the key.
 */

/** A bundle was refused. The message says why. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
}

type BundleFile = { format: 1; files: readonly RateText[]; key: string; signature: string }

/** A bundle with a verified signature, and its tables. */
export type OpenedBundle = { book: RateBook; files: readonly RateText[]; keyId: string; content: string }

/** Identifies a public key in messages and in the database. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16)

/** Packs and signs these rate files as a bundle file. */
export function packBundle(files: readonly RateText[], privateKey: KeyObject): string {
  parseRates(files)
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new BundleError('A bundle is signed with an Ed25519 key: openssl genpkey -algorithm ed25519.')
  const file: BundleFile = {
    format: 1,
    files,
    key: keyIdOf(createPublicKey(privateKey)),
    signature: sign(null, signedBytes(files), privateKey).toString('base64'),
  }
  return JSON.stringify(file)
}

/** Verifies the signature and the tables of a bundle file. `trusted` are the keys of LAW_PUBLIC_KEYS. */
export function openBundle(content: string, trusted: readonly KeyObject[]): OpenedBundle {
  const file = readBundle(content)
  if (trusted.length === 0)
    throw new BundleError('No key is trusted: set LAW_PUBLIC_KEYS to the public key that signs your bundles.')
  const key = trusted.find((known) => keyIdOf(known) === file.key)
  if (!key)
    throw new BundleError(`The bundle is signed with key ${file.key}, which LAW_PUBLIC_KEYS does not list.`)
  if (!verify(null, signedBytes(file.files), key, Buffer.from(file.signature, 'base64')))
    throw new BundleError(
      'The signature does not match the tables: the file was changed after it was signed.',
    )
  return { book: parseRates(file.files), files: file.files, keyId: file.key, content }
}

/** Reads a bundle that was verified when it was installed. */
export const reopenBundle = (content: string): RateBook => parseRates(readBundle(content).files)

/** Refuses a bundle that is not newer than the current one, because only the newest version is used. */
export function requireNewer(book: RateBook, current: RateBook): void {
  if (!isNewer(book.bundle.version, current.bundle.version))
    throw new BundleError(
      `Bundle ${book.bundle.version} is not newer than ${current.bundle.version}, which is in use.`,
    )
}

/**
 * Refuses a bundle that lacks a table, or days of a table, that the current one has: pays of those days could no longer
 * be calculated. A table without a last day may get one.
 */
export function requireCoverage(book: RateBook, current: RateBook): void {
  const tables = new Map(book.tables.map((table) => [table.table, table]))
  const missing = current.tables.flatMap(({ table, entries }) => {
    const after = tables.get(table)
    if (!after) return [table]
    const dropped = entries.find(
      ({ from }, index) => ![from, lastDay(entries, index) ?? from].every((day) => covers(after, day)),
    )
    return dropped ? [`${table} (from ${dropped.from})`] : []
  })
  if (missing.length > 0)
    throw new BundleError(
      `Bundle ${book.bundle.version} lacks days that ${current.bundle.version} covers: ${missing.join(', ')}. Add them to the bundle. If they were wrong, roll ${current.bundle.version} back first.`,
    )
}

/** The last day of an entry: its own, or the day before the next entry begins. */
function lastDay(entries: RateTable['entries'], index: number): CivilDate | undefined {
  const next = entries[index + 1]
  return entries[index]?.to ?? (next && addDays(next.from, -1))
}

const covers = ({ entries }: RateTable, day: CivilDate): boolean =>
  entries.some(({ from, to }) => from <= day && (to === undefined || day <= to))

const signedBytes = (files: readonly RateText[]): Buffer =>
  Buffer.from(JSON.stringify(files.map(({ path, text }) => [path, text])))

function readBundle(content: string): BundleFile {
  const file = parseJson(content)
  if (!isBundle(file)) throw new BundleError('This is not a bundle of rate tables (format 1).')
  return file
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

function isBundle(file: unknown): file is BundleFile {
  if (!isRecord(file)) return false
  const { format, files, key, signature } = file
  return (
    format === 1 &&
    typeof key === 'string' &&
    typeof signature === 'string' &&
    Array.isArray(files) &&
    files.every(
      (entry) => isRecord(entry) && typeof entry.path === 'string' && typeof entry.text === 'string',
    )
  )
}
