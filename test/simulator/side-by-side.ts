import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addUp, appendSummary, describeSummary, readSummaries } from './summary.ts'

/** Lives stay in memory until they end. A heap that starts large avoids useless garbage collections. */
const LARGE_HEAP = '--initial-old-space-size=1000'
/**
 * When all cores are in use, optimising compilation competes with them, so only code that is called ten thousand times
 * is optimised.
 */
const RARELY_COMPILED = '--invocation-count-for-turbofan=12000'

/**
 * Runs several simulators at once, each with its own service and database, because one process of Node keeps only one
 * core busy. They share the companies of a seed, and their results are added up. Returns whether all passed.
 */
export async function sideBySide(count: number, report: string | undefined): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'tasman-side-by-side-'))
  const started = Date.now()
  const own = withoutOptions(process.argv.slice(2), ['processes', 'report'])
  const children: ChildProcess[] = []
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      for (const child of children) child.kill('SIGTERM')
    })
  try {
    const codes = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const file = join(folder, `${index}.jsonl`)
        const args = [...own, '--processes', '1', '--share', `${index}/${count}`, '--report', file]
        const child = spawn(process.execPath, [LARGE_HEAP, RARELY_COMPILED, process.argv[1] ?? '', ...args], {
          stdio: 'inherit',
        })
        children.push(child)
        const [code] = await once(child, 'exit')
        return { code, file }
      }),
    )
    const summary = {
      ...addUp(codes.flatMap(({ file }) => readSummaries(file))),
      seconds: (Date.now() - started) / 1000,
    }
    console.log(['all together:', ...describeSummary(summary)].join('\n'))
    if (report)
      for (const { file } of codes) for (const one of readSummaries(file)) appendSummary(report, one)
    return codes.every(({ code }) => code === 0)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Arguments without these options and their values. */
const withoutOptions = (args: readonly string[], names: readonly string[]): string[] =>
  args.filter((arg, index) => !names.some((name) => `--${name}` === arg || `--${name}` === args[index - 1]))
