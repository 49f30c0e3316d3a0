import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { decimal } from '../../src/kernel/values/money.ts'
import { auKinds } from './au-kinds.ts'
import type { GoldenMap, GoldenNode, Kinds } from './kinds.ts'
import { nzKinds } from './nz-kinds.ts'

/*
 * A golden file is YAML: `table`, `kind`, `source`, `status` and `cases`. A case has `id`, `inputs` and `expected`, and may name a
 * `source` or `status` of its own. Where a decision overrules a figure, the case keeps it and adds `decided` and `overruled_by`.
 */

export type Status = 'published' | 'third-party' | 'derived' | 'unverified'
const STATUSES: readonly string[] = ['published', 'third-party', 'derived', 'unverified']

export type GoldenCase = {
  id: string
  inputs: GoldenMap
  expected: GoldenMap
  source: string
  status: Status
  /** The sentence that overrules the published figure. Null when the figure applies. */
  overruledBy: string | null
}

export type GoldenFile = {
  path: string
  country: 'au' | 'nz'
  table: string
  kind: string
  source: string
  status: Status
  cases: readonly GoldenCase[]
}

export const kinds: Kinds = { ...auKinds, ...nzKinds }

/** Reads every golden file of a country. A malformed file throws an error with its path. */
export function readGoldenFiles(country: 'au' | 'nz'): GoldenFile[] {
  const folder = join(import.meta.dirname, country)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => readGoldenFile(path, relative(import.meta.dirname, path), country))
}

/** The differences between the case and the calculation, one sentence each. Empty when they agree. */
export function differencesOf(file: GoldenFile, golden: GoldenCase): string[] {
  const evaluate = kinds[file.kind]
  if (!evaluate) return [`no kind called ${file.kind} is registered`]
  return compare('', golden.expected, evaluate(golden.inputs, golden.expected))
}

function readGoldenFile(path: string, name: string, country: 'au' | 'nz'): GoldenFile {
  const data = mapOf(parse(readFileSync(path, 'utf8'), { schema: 'failsafe' }) as GoldenNode, name)
  const file = {
    path: name.replaceAll('\\', '/'),
    country,
    table: textOf(data.table, `${name}: table`),
    kind: textOf(data.kind, `${name}: kind`),
    source: textOf(data.source, `${name}: source`),
    status: statusOf(textOf(data.status, `${name}: status`), name),
  }
  if (!Array.isArray(data.cases)) throw new Error(`${name}: cases is not a list`)
  const cases = data.cases.map((node, index) => {
    const row = mapOf(node, `${name}: case ${index}`)
    const overruledBy = row.overruled_by === undefined ? null : textOf(row.overruled_by, name)
    return {
      id: textOf(row.id, `${name}: id of case ${index}`),
      inputs: mapOf(row.inputs, `${name}: inputs of case ${index}`),
      expected: mapOf(
        overruledBy === null ? row.expected : row.decided,
        `${name}: expected of case ${index}`,
      ),
      source: row.source === undefined ? file.source : textOf(row.source, name),
      status: row.status === undefined ? file.status : statusOf(textOf(row.status, name), name),
      overruledBy,
    }
  })
  return { ...file, cases }
}

function compare(at: string, expected: GoldenNode, actual: GoldenNode | undefined): string[] {
  if (actual === undefined) return [`${at}: missing`]
  if (typeof expected === 'string' || typeof actual === 'string') {
    return isSame(expected, actual) ? [] : [`${at}: expected ${show(expected)}, got ${show(actual)}`]
  }
  if (Array.isArray(expected) !== Array.isArray(actual)) return [`${at}: list against map`]
  const keys = Object.keys(expected)
  const wrong = keys.flatMap((key) =>
    compare(at === '' ? key : `${at}.${key}`, (expected as GoldenMap)[key] ?? '', (actual as GoldenMap)[key]),
  )
  return Array.isArray(expected) && keys.length !== Object.keys(actual).length
    ? [...wrong, `${at}: expected ${keys.length} entries, got ${Object.keys(actual).length}`]
    : wrong
}

const FIGURE = /^-?\d+(\.\d+)?$/

function isSame(expected: GoldenNode, actual: GoldenNode): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return false
  if (FIGURE.test(expected) && FIGURE.test(actual)) return decimal(expected).eq(decimal(actual))
  return expected === actual
}

function show(node: GoldenNode): string {
  return typeof node === 'string' ? node : JSON.stringify(node)
}

function mapOf(node: GoldenNode | undefined, where: string): GoldenMap {
  if (node === undefined || typeof node === 'string' || Array.isArray(node))
    throw new Error(`${where} is not a map`)
  return node
}

function textOf(node: GoldenNode | undefined, where: string): string {
  if (typeof node !== 'string' || node === '') throw new Error(`${where} is missing`)
  return node
}

function statusOf(text: string, where: string): Status {
  if (!STATUSES.includes(text)) throw new Error(`${where}: ${text} is no status`)
  return text as Status
}
