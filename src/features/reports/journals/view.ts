import type { Static } from 'typebox'
import { amount, timestamp } from '../../../http/view.ts'
import { decimal, sum } from '../../../kernel/values/money.ts'
import { lineDescription } from './export.ts'
import type { WholeJournal } from './queries.ts'
import type { Journal } from './schema.ts'

export function viewJournal(journal: WholeJournal): Static<typeof Journal> {
  return {
    id: journal.id,
    pay_run_id: journal.pay_run_id,
    journal_date: journal.journal_date,
    narration: journal.narration,
    reverses_id: journal.reverses_id,
    reversed_by_id: journal.reversed_by_id,
    status: journal.status,
    external_id: journal.external_id,
    last_error: journal.last_error,
    posted_at: timestamp(journal.posted_at),
    created_at: timestamp(journal.created_at),
    total: amount(sum(journal.lines.map((line) => decimal(line.debit))).toFixed()),
    lines: journal.lines.map((line) => ({
      kind: line.kind,
      department: line.department,
      account_code: line.account_code,
      account_name: line.account_name,
      description: lineDescription(line),
      debit: amount(line.debit),
      credit: amount(line.credit),
    })),
  }
}
