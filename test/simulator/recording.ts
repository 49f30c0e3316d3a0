import { readFileSync, writeFileSync } from 'node:fs'
import type { Birth } from './birth.ts'
import type { Life } from './life.ts'
import type { Step } from './types.ts'

/** A life in a file: one line for its start, including whether there were faults, and one for each step. */
export function writeRecording(file: string, { birth, steps, failure }: Life, withFaults: boolean): void {
  const head = { birth, withFaults, invariant: failure?.invariant, message: failure?.message }
  writeFileSync(file, `${[head, ...steps].map((line) => JSON.stringify(line)).join('\n')}\n`)
}

export function readRecording(file: string): { birth: Birth; withFaults: boolean; steps: Step[] } {
  const [head, ...steps] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { birth: head.birth, withFaults: head.withFaults ?? false, steps }
}
