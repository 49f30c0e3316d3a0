/** What a worker is given, as a file. */
export type MutationTask = {
  root: string
  tests: readonly string[]
  sources: Readonly<Record<string, string>>
  ids: readonly string[]
  /** Leaves out changes of what runs only while a file is loaded: each of them means loading everything again. */
  isQuick: boolean
}

export type Outcome = 'killed' | 'timeout' | 'survived' | 'unreached' | 'left-out'

/** What a worker tells while it works. */
export type Report =
  | { kind: 'ready'; tests: number; ms: number }
  | { kind: 'done'; id: string; outcome: Outcome; by?: string }
  | { kind: 'spoilt'; id: string }
