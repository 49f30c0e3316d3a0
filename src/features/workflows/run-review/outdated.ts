import type { Tx } from '../../../database/connect.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { Finding } from './finding.ts'
import { loadEarlierRates, loadNets } from './queries.ts'

/**
 * Drafts that are older than the last change to their employee. Processing uses the current employee, except
 * for the rates of rows already in the draft. Those are found from the employee's history. Other differences
 * are found by comparing the drafts with the processed pays: processing happens between the two reads.
 */
export async function watchOutdated(tx: Tx, runId: number): Promise<() => Promise<Finding[]>> {
  const drafts = await loadNets(tx, runId, 'pending')
  const rates = (await loadEarlierRates(tx, runId)).map(({ employee_id, before, after }) =>
    outdated(
      employee_id,
      `The pay rate was changed from ${shown(before)} to ${shown(after)} after this draft was calculated, and the hours of the draft keep the rate they have. If the new rate applies to them, change it in the draft.`,
      'have drafts with a pay rate from before it was changed',
    ),
  )
  return async () => {
    const processed = new Map((await loadNets(tx, runId, 'processed')).map((pay) => [pay.id, pay]))
    const figures = drafts.flatMap((draft) => {
      const now = processed.get(draft.id)
      if (!now || (now.gross === draft.gross && now.net === draft.net)) return []
      return outdated(
        draft.employee_id,
        `The draft shows ${figuresOf(draft)}, and would be processed with ${figuresOf(now)}: the employee or an earlier pay has changed since it was calculated. Open the draft and save it to see the new figures.`,
        'have drafts that would be processed with other figures: they, or an earlier pay, have changed since',
      )
    })
    return [...rates, ...figures]
  }
}

const figuresOf = ({ gross, net }: { gross: string; net: string }) =>
  `gross ${decimal(gross).toFixed(2)} and net ${decimal(net).toFixed(2)}`

const shown = (rate: string | null) => (rate === null ? 'none' : String(Number(rate)))

const outdated = (employeeId: number, message: string, many: string): Finding => ({
  area: 'pay',
  severity: 'look',
  employeeId,
  message,
  many,
  mend: 'pay',
})
