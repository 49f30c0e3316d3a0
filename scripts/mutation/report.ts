import type { Mutant } from './instrument.ts'
import type { Outcome } from './protocol.ts'

export type FileReport = {
  changes: number
  killed: number
  timeout: number
  survived: number
  unreached: number
  alive: (Mutant & { outcome: Outcome })[]
}

type Counts = Omit<FileReport, 'alive'>

/** Prints the survivors, then a table by file in the format of docs/mutation.md. */
export function printReport(files: readonly (FileReport & { file: string })[]): void {
  for (const { alive } of files) for (const mutant of alive) console.log(describeMutant(mutant))
  console.log('\n| File | Changes | Killed | Time limit | Survived | Not reached | Score |')
  console.log('|---|---|---|---|---|---|---|')
  for (const row of files) if (row.changes > 0) console.log(rowOf(`\`${row.file.replace('src/', '')}\``, row))
  const total = (name: keyof Counts) => files.reduce((sum, file) => sum + file[name], 0)
  const [changes, killed, timeout] = [total('changes'), total('killed'), total('timeout')]
  console.log(
    rowOf('together', {
      changes,
      killed,
      timeout,
      survived: total('survived'),
      unreached: total('unreached'),
    }),
  )
}

function describeMutant({ file, line, column, outcome, before, after }: FileReport['alive'][number]): string {
  const short = (text: string) => (text.length > 90 ? `${text.slice(0, 87)}...` : text).replaceAll('\n', ' ')
  return `${outcome === 'unreached' ? 'not reached' : 'survived'} ${file}:${line}:${column} ${short(before)} → ${short(after)}`
}

function rowOf(name: string, { changes, killed, timeout, survived, unreached }: Counts): string {
  const score = changes === 0 ? 100 : ((killed + timeout) / changes) * 100
  return `| ${name} | ${changes} | ${killed} | ${timeout} | ${survived} | ${unreached} | ${score.toFixed(1)}% |`
}
