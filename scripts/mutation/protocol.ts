/** What a worker is given, as a file. */
export type Order = {
  root: string
  tests: readonly string[]
  sources: Readonly<Record<string, string>>
  ids: readonly string[]
}

export type Outcome = 'killed' | 'timeout' | 'survived' | 'unreached'

/** What a worker tells while it works. */
export type Report =
  | { kind: 'ready'; tests: number; ms: number }
  | { kind: 'done'; id: string; outcome: Outcome; by?: string }
  | { kind: 'spoilt'; id: string }
