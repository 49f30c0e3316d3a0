import type { Kinds } from './kinds.ts'

/** How each kind of New Zealand golden case is evaluated. */
export const nzKinds: Kinds = {}
