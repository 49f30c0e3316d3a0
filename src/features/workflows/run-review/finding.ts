import type { RunFinding } from './schema.ts'

/** What is wrong, before it is known whom and which pay it is about. */
export type Finding = Pick<RunFinding, 'area' | 'severity' | 'message' | 'mend' | 'needs_confirmation'> & {
  employeeId: number | null
  /** The same of several people, behind their number: "have no super fund". Without it, equal messages are counted. */
  many?: string
}
