import type { Generated } from 'kysely'
import type { ApprovalKind } from '../../kernel/needs-approval.ts'

/** Rules of a company beyond people's roles. A company without a row has none. */
export type CompanyRulesTable = {
  company_id: number
  customer_id: number
  /** Applications see tax and bank account numbers masked. */
  masks_numbers: Generated<boolean>
  approve_runs: Generated<'off' | 'always' | 'above'>
  /** The net of a run above which it needs a second person's approval. */
  approve_runs_above: string | null
  approve_accounts: Generated<boolean>
  approve_files: Generated<boolean>
  /** Payments to an account that one person changed are held for a day. */
  hold_accounts: Generated<boolean>
  /** Null for every owner and admin of the account. */
  approver_ids: number[] | null
  updated_at: Date
}

/** A request that needs a second person's approval, pending or decided. */
export type ApprovalsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number | null
  kind: ApprovalKind
  state: 'waiting' | 'approved' | 'rejected' | 'withdrawn' | 'voided'
  summary: string
  method: string
  path: string
  /** Encrypted. */
  request: string
  request_hash: string
  fingerprint: string
  /** Null for the operator of the service. */
  prepared_by: number | null
  prepared_client: string
  prepared_grant: number
  /** The partner's officer who prepared it in an account that they opened. */
  prepared_officer: Generated<number | null>
  /** The other people who caused the request: those who repeated a bulk job, and the authors of what it pays. */
  other_preparers: Generated<number[]>
  prepared_at: Date
  decided_by: number | null
  decided_at: Date | null
  reason: string | null
  answer_status: number | null
  /** Encrypted. */
  answer: string | null
}

/** A hold on payments to a changed bank account of an employee or a payee, or on contributions to a changed fund. */
export type AccountHoldsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number | null
  payee_id: number | null
  is_super: Generated<boolean>
  /** For deductions of one employee to one payee: the reference, or empty without one. */
  payee_reference: Generated<string | null>
  changed_at: Date
  held_until: Date
}
