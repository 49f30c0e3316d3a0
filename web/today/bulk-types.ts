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
  file_id?: number
}
export type BulkRun = {
  id: number
  company_id: number
  company: string
  pay_run_id: number | null
  pay_date: string | null
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

/** The remarks of a finished step: findings of the check, people left out, pays that would change. */
const REMARK: Partial<Record<Step, RegExp>> = {
  draft: /Left out: .*/,
  check: /^Worth a look: .*/,
  process: /\d+ later pays .*/,
}

export const remarksOf = ({ outcomes }: BulkRun): string[] =>
  outcomes.flatMap(({ step, state, message }) => {
    if (state === 'needs-decision' || state === 'failed') return [message]
    const [remark] = REMARK[step]?.exec(message) ?? []
    return remark ? [remark] : []
  })

/** The bank file that the job created, or that already existed. */
export const fileOf = ({ outcomes }: BulkRun): number | null =>
  outcomes.find(({ step }) => step === 'pay')?.file_id ?? null
