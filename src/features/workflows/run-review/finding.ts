import type { RunFinding } from './schema.ts'

/** A problem before it is linked to a person and a pay. */
export type Finding = Pick<
  RunFinding,
  'area' | 'severity' | 'message' | 'mend' | 'needs_confirmation' | 'rule'
> & {
  employeeId: number | null
  /**
   * The wording for several people, after their number: "have no super fund". Without it, equal messages are
   * counted.
   */
  many?: string
}
