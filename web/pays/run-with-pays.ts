import type { Pay, PayRun } from '../api/types.ts'

/** A pay run with its pays, as the page reads it. */
export type RunWithPays = PayRun & { pays: Pay[] }
