import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { join } from 'node:path'

export const ROUNDS = 5
const PAGE = join(import.meta.dirname, '../docs/benchmarks.md')
/** Measurements below this line have their own scripts and are edited by hand. */
const BY_HAND = '<!-- Edited by hand from here on. -->'

const HERE = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${platform()} ${arch()}, Node ${process.version}`

type Row = { machine: string; line: string }

/** The current rows of the page, so running one bench keeps the figures of the others. */
export function readRows(): Map<string, string> {
  return new Map([...readPage()].map(([name, { line }]) => [name, line]))
}

/** A row that differs from the page was measured on this machine. The other rows keep the machine they name. */
export function writeRows(rows: ReadonlyMap<string, string>): void {
  const before = readPage()
  const measured = [...rows].map(([name, line]): Row => {
    const known = before.get(name)
    return known?.line === line ? known : { machine: HERE, line }
  })
  const [, byHand = ''] = pageText().split(BY_HAND)
  writeFileSync(PAGE, `${page(measured)}\n${BY_HAND}${byHand || '\n'}`)
}

const pageText = (): string => (existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '')

function readPage(): Map<string, Row> {
  const rows = new Map<string, Row>()
  let machine = HERE
  for (const line of (pageText().split(BY_HAND)[0] ?? '').split('\n')) {
    if (line.startsWith('## ')) machine = line.slice(3)
    else if (/^\| (?!What )/.test(line)) rows.set(line.split(' | ')[0]?.slice(2) ?? '', { machine, line })
  }
  return rows
}

function page(rows: readonly Row[]): string {
  return [
    '# Benchmarks',
    '',
    `Written by \`npm run bench\`: the median of ${ROUNDS} rounds, ours and bare measured one after the other in each round.`,
    'Each machine has its own table: compare figures within one. Trust the ratios, not the absolute numbers.',
    ...[...Map.groupBy(rows, ({ machine }) => machine)].flatMap(([machine, measured]) => [
      '',
      `## ${machine}`,
      '',
      '| What | Ours | Bare | Ratio | Target | Result | Note |',
      '|---|---|---|---|---|---|---|',
      ...measured.map(({ line }) => line),
    ]),
    '',
  ].join('\n')
}
