export const STEPS = ['draft', 'check', 'process', 'lodge', 'pay', 'payslips'] as const
export type Step = (typeof STEPS)[number]

export const STEP_WORDS: Record<Step, string> = {
  draft: 'Draft',
  check: 'Check',
  process: 'Process',
  lodge: 'Lodge',
  pay: 'Create the bank file',
  payslips: 'E-mail the payslips',
}

type Outcome = {
  step: Step
  state: 'done' | 'not-needed' | 'needs-decision' | 'failed'
  message: string
}
export type BulkRun = {
  id: number
  company_id: number
  company: string
  pay_run_id: number | null
  state: 'waiting' | 'under-way' | 'done' | 'needs-decision' | 'failed' | 'stopped'
  outcomes: Outcome[]
}
export type BulkJob = {
  id: number
  steps: Step[]
  started_by: { user_id: number; name: string | null }
  created_at: string
  is_done: boolean
  total: number
  counts: {
    waiting: number
    under_way: number
    done: number
    needs_decision: number
    failed: number
    stopped: number
  }
}
export type WholeBulkJob = BulkJob & { runs: BulkRun[]; next: number | null }

/** The number of runs that have ended, with any outcome. */
export const endedOf = ({ total, counts }: BulkJob): number => total - counts.waiting - counts.under_way

/** The number of runs that need attention. */
export const openOf = ({ counts }: BulkJob): number => counts.needs_decision + counts.failed + counts.stopped
