import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** A change to the code that can be switched on at run time. */
export type Mutant = {
  id: string
  file: string
  line: number
  column: number
  kind: string
  before: string
  after: string
}

/** The instrumented files as text, each containing all its mutants, and the list of mutants. */
export type Instrumented = { sources: Record<string, string>; mutants: Mutant[] }

const silent = () => {}
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

/** Inserts every mutant of Stryker's mutators into the files, except string mutants. `__stryker__.activeMutant` activates one. */
export async function instrument(root: string, files: readonly string[]): Promise<Instrumented> {
  const given = files.map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }))
  const instrumenter = new Instrumenter(logger)
  const result = await instrumenter.instrument(given, {
    plugins: null,
    excludedMutations: ['StringLiteral'],
    ignorers: [],
  })
  const texts = new Map(given.map(({ name, content }) => [name, content.split('\n')]))
  return {
    sources: Object.fromEntries(result.files.map(({ name, content }) => [name, content])),
    mutants: result.mutants
      .filter((mutant) => mutant.status !== 'Ignored')
      .map(({ id, fileName, location, mutatorName, replacement }) => ({
        id,
        file: fileName,
        line: location.start.line + 1,
        column: location.start.column + 1,
        kind: mutatorName,
        before: between(texts.get(fileName) ?? [], location),
        after: replacement,
      })),
  }
}

type Location = { start: { line: number; column: number }; end: { line: number; column: number } }

function between(lines: readonly string[], { start, end }: Location): string {
  const rows = lines.slice(start.line, end.line + 1)
  const last = rows.length - 1
  return rows
    .map((row, index) =>
      row.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined).trim(),
    )
    .join(' ')
}
