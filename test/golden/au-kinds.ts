import type { Kinds } from './kinds.ts'

/** How each kind of Australian golden case is evaluated. */
export const auKinds: Kinds = {}
