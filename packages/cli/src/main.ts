#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { run } from './run.ts'

// A program that reads only the first lines closes the pipe: that is no failure.
process.stdout.on('error', () => process.exit(0))
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => console.log(line),
  note: (line) => console.error(line),
  progress: process.stderr.isTTY ? (text) => process.stderr.write(`\r${text}`) : undefined,
  stopped: stopped.signal,
  lines: () => createInterface({ input: process.stdin }),
})
