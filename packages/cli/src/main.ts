#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { run } from './run.ts'

// A program that reads only the first lines closes the pipe. That is not an error.
process.stdout.on('error', () => process.exit(0))
const stopped = new AbortController()
/** How long a stopped command may take to clean up, in milliseconds. A second signal ends it at once. */
const STOP_MS = 5000
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => {
    if (stopped.signal.aborted) process.exit(code)
    stopped.abort()
    setTimeout(() => process.exit(code), STOP_MS).unref()
  })

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => console.log(line),
  note: (line) => console.error(line),
  progress: process.stderr.isTTY ? (text) => process.stderr.write(`\r${text}`) : undefined,
  stopped: stopped.signal,
  isTerminal: process.stdin.isTTY ?? false,
  ask,
})

/** Asks on stderr, because a program may be reading stdout. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question, { signal: stopped.signal })
  } finally {
    terminal.close()
  }
}
