import type { Country } from '../../../payroll/words.ts'
import type { FinishedPart, PartNumbers } from './finish.ts'
import type { KnownRows } from './known.ts'
import type { KnownItem } from './resolve/lines.ts'
import type { PayTask } from './task.ts'

/* What goes to a thread that makes pays, and what comes back: plain rows and texts, nothing with methods. */

/** What a call wants of all its pays; plain. */
export type WorkOrder = {
  jurisdiction: Country
  companyId: number
  customerId: number
  isDryRun: boolean
  isTaxRedistributed: boolean
  hasWarnings: boolean
  isViewKept: boolean
  /** Somebody hears of each processed pay: their texts are packed for the events. */
  isPacked: boolean
}

/** Some employees of a call, with what was read of them; plain. */
export type Portion = {
  order: WorkOrder
  partSize: number
  groups: readonly (readonly PayTask[])[]
  rows: KnownRows
}

/** What a thread says of a part it has made. */
export type MadeElsewhere = { count: number; newLines: number; newItems: readonly KnownItem[] }

/** What a thread is asked: to make a portion, to finish a part of it, to forget it. */
export type Order =
  | { kind: 'make'; id: number; portion: Portion }
  | { kind: 'finish'; id: number; work: number; part: number; numbers: PartNumbers }
  | { kind: 'end'; id: number }

/** What it answers. Why something failed is found out by doing it again on the other side. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'part'; id: number; made: MadeElsewhere }
  | { kind: 'made' | 'failed'; id: number }
  | { kind: 'finished'; id: number; finished: FinishedPart | null }
