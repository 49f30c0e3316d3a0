import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { join } from 'node:path'

export const ROUNDS = 5
const PAGE = join(import.meta.dirname, '../docs/benchmarks.md')

/** The rows of the page as it is, so that running one bench leaves the others' figures. */
export function readRows(): Map<string, string> {
  if (!existsSync(PAGE)) return new Map()
  const lines = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!What )/.test(line))
  return new Map(lines.map((line) => [line.split(' | ')[0]?.slice(2) ?? '', line]))
}

export function writeRows(rows: ReadonlyMap<string, string>): void {
  writeFileSync(PAGE, page([...rows.values()]))
}

function page(rows: string[]): string {
  return [
    '# Benchmarks',
    '',
    `Written by \`npm run bench\`: the median of ${ROUNDS} rounds, ours and bare measured one after the other in each round.`,
    `Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${platform()} ${arch()}, Node ${process.version}. Trust the ratios, not the absolute numbers.`,
    '',
    '| What | Ours | Bare | Ratio | Target | Result | Note |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
