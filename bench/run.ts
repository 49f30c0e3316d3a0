import { readdirSync } from 'node:fs'
import { readArguments } from '../scripts/read-arguments.mjs'
import { type Bench, median, type Round } from './bench.ts'
import { ROUNDS, readRows, writeRows } from './page.ts'

const NOT_BENCHES = new Set([
  'bench.ts',
  'page.ts',
  'processor.ts',
  'run.ts',
  'service.ts',
  'partition.ts',
  'cells.ts',
  'one-server.ts',
  'soak.ts',
])

/** Runs every bench, or those whose name contains a given word, and writes the results to docs/benchmarks.md. */
async function main(): Promise<void> {
  const { words } = readArguments({ usage: 'npm run bench -- [word …]', words: ['[word …'] })
  const wanted = words.map((word) => word.toLowerCase())
  const benches = (await loadBenches()).filter(
    (bench) => wanted.length === 0 || wanted.some((word) => bench.name.toLowerCase().includes(word)),
  )
  const rows = readRows()
  let missed = 0
  for (const bench of benches) {
    const rounds = await measure(bench)
    const row = describe(bench, rounds)
    if (row.isMissed) missed += 1
    // Written after each bench, so a later failure does not lose the results.
    writeRows(rows.set(bench.name, row.text))
    console.log(row.text)
  }
  if (missed > 0) console.log(`${missed} of ${benches.length} did not reach their target.`)
}

async function loadBenches(): Promise<Bench[]> {
  const names = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.ts') && !NOT_BENCHES.has(name),
  )
  const modules = await Promise.all(names.sort().map((name) => import(`./${name}`)))
  return modules.flatMap((module: { benches?: Bench[] }) => module.benches ?? [])
}

async function measure(bench: Bench): Promise<Round[]> {
  const rounds: Round[] = []
  await bench.setup?.()
  try {
    for (let i = 0; i < (bench.rounds ?? ROUNDS); i++) rounds.push(await bench.run())
  } finally {
    await bench.teardown?.()
  }
  return rounds
}

function describe(bench: Bench, rounds: Round[]): { text: string; isMissed: boolean } {
  const ours = median(rounds.map((round) => round.ours))
  const bare =
    rounds[0]?.bare === undefined ? undefined : median(rounds.map((round) => round.bare ?? Number.NaN))
  const ratio = bare === undefined ? undefined : ours / bare
  const { atLeast, atMost, ratio: leastRatio } = bench.target ?? {}
  const isMissed =
    (atLeast !== undefined && ours < atLeast) ||
    (atMost !== undefined && ours > atMost) ||
    (leastRatio !== undefined && (ratio ?? 0) < leastRatio)
  const target = [
    atLeast === undefined ? '' : `≥ ${format(atLeast)}`,
    atMost === undefined ? '' : `≤ ${format(atMost)}`,
    leastRatio === undefined ? '' : `ratio ≥ ${leastRatio}`,
  ].filter(Boolean)
  const cells = [
    bench.name,
    `${format(ours)} ${rounds[0]?.unit ?? ''}`,
    bare === undefined ? '' : format(bare),
    ratio === undefined ? '' : ratio.toFixed(2),
    target.join(', '),
    isMissed ? 'missed' : target.length > 0 ? 'reached' : '',
    [rounds.at(-1)?.note, isMissed ? bench.reason : undefined].filter(Boolean).join('; '),
  ]
  return { text: `| ${cells.join(' | ')} |`, isMissed }
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}

await main()
// An open client or child process must not keep a finished run waiting.
process.exit()
