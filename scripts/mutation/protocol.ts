/** The task of a worker, stored as a file. */
export type MutationTask = {
  root: string
  tests: readonly string[]
  sources: Readonly<Record<string, string>>
  ids: readonly string[]
  /** Skips mutants in code that runs only at load time, because each would reload everything. */
  isQuick: boolean
}

export type Outcome = 'killed' | 'timeout' | 'survived' | 'unreached' | 'left-out'

/** The messages of a worker to its parent. */
export type Report =
  | { kind: 'ready'; tests: number; ms: number }
  | { kind: 'done'; id: string; outcome: Outcome; by?: string }
  | { kind: 'spoilt'; id: string }
