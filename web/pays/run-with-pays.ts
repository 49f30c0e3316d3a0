import type { Pay, PayRun } from '../api/types.ts'

/** A pay run as the page asks for it. */
export type RunWithPays = PayRun & { pays: Pay[] }
