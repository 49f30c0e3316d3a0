import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { badRequest, conflict, notFound } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import { JOURNAL_KINDS, type JournalKind, KINDS } from '../../../payroll/journal-kinds.ts'
import type { Service } from '../../../service.ts'
import { reconstructSnapshots } from '../../pays/snapshots/index.ts'
import {
  type AccountRow,
  findStanding,
  insertJournal,
  loadAccounts,
  loadJournals,
  lockRun,
  type NewLine,
  type RunSums,
  sumRun,
  type WholeJournal,
} from './queries.ts'
import type { JournalCreate } from './schema.ts'

export type MadeJournals = { isNew: boolean; journals: WholeJournal[] }

/**
 * The journal of a run from its current pays. If the current journal is equal, it is returned. Otherwise it
 * is reversed and a new one is created.
 */
export async function makeJournals(
  service: Service,
  company: Company,
  userId: number,
  request: JournalCreate,
): Promise<MadeJournals> {
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  return service.database.transaction(
    async (tx) => {
      const run = await lockRun(tx, company.id, request.pay_run_id)
      if (!run) throw notFound('Pay run not found.')
      const lines = linesOf(await sumRun(tx, company.id, run.id), await loadAccounts(tx, company.id))
      const standing = await findStanding(tx, company.id, run.id)
      if (lines.length === 0 && !standing) throw conflict('The run has no processed pays to journal.')
      if (standing && isSame(standing.lines, lines)) {
        expectOutcome(200)
        return { isNew: false, journals: [standing] }
      }
      const date = request.journal_date
        ? civilDate(request.journal_date)
        : (standing?.journal_date ?? run.last_pay_date ?? run.end_date)
      const write = journalWriter(service, tx, company, userId, run.id, date)
      const ids: number[] = []
      if (standing)
        ids.push(
          await write(
            `Reversal of payroll journal ${standing.id}`,
            standing.lines.map(reversed),
            standing.id,
          ),
        )
      if (lines.length > 0) ids.push(await write(`Payroll to ${run.end_date}, run ${run.id}`, lines, null))
      return { isNew: true, journals: await loadJournals(tx, company.id, { ids }) }
    },
    { dryRun: request.dry_run ?? false },
  )
}

function journalWriter(
  service: Service,
  tx: Tx,
  company: Company,
  userId: number,
  runId: number,
  date: CivilDate,
) {
  return (narration: string, lines: readonly NewLine[], reversesId: number | null) => {
    requireBalance(lines)
    return insertJournal(tx, company, {
      runId,
      date,
      narration,
      reversesId,
      lines,
      messageId: randomUUID(),
      createdBy: userId,
      createdAt: service.clock.now(),
    })
  }
}

type KindAmount = { kind: JournalKind; department: string | null; amount: Decimal }

/** Expenses are by department, liabilities for the company as a whole. */
function linesOf(sums: readonly RunSums[], accounts: readonly AccountRow[]): NewLine[] {
  const amounts = JOURNAL_KINDS.flatMap((kind): KindAmount[] =>
    KINDS[kind].side === 'debit'
      ? sums.map((row) => ({ kind, department: row.department, amount: decimal(row[kind]) }))
      : [{ kind, department: null, amount: sum(sums.map((row) => decimal(row[kind]))) }],
  ).filter(({ amount }) => !amount.eq(ZERO))
  const missing = new Set<JournalKind>()
  const lines = amounts.flatMap(({ kind, department, amount }): NewLine[] => {
    const account = accountFor(accounts, kind, department)
    if (!account) missing.add(kind)
    if (!account) return []
    // Negative amounts go to the other side.
    const isDebit = (KINDS[kind].side === 'debit') === amount.gt(ZERO)
    const text = amount.abs().toFixed(2)
    return [
      {
        kind,
        department,
        account_code: account.account_code,
        account_name: account.account_name,
        debit: isDebit ? text : '0',
        credit: isDebit ? '0' : text,
      },
    ]
  })
  if (missing.size > 0)
    throw badRequest(
      `Name an account for ${[...missing].join(', ')} with PUT …/journal-accounts before you create a journal.`,
    )
  return lines
}

function accountFor(
  accounts: readonly AccountRow[],
  kind: JournalKind,
  department: string | null,
): AccountRow | undefined {
  const own = accounts.filter((account) => account.kind === kind)
  return (
    own.find((account) => account.department !== null && account.department === department) ??
    own.find((account) => account.department === null)
  )
}

const reversed = (line: NewLine): NewLine => ({ ...line, debit: line.credit, credit: line.debit })

function isSame(before: readonly NewLine[], after: readonly NewLine[]): boolean {
  const key = (line: NewLine) =>
    JSON.stringify([
      line.kind,
      line.department,
      line.account_code,
      line.account_name,
      decimal(line.debit).toFixed(2),
      decimal(line.credit).toFixed(2),
    ])
  return (
    before.length === after.length && before.every((line, index) => key(line) === key(after[index] ?? line))
  )
}

/** Both sides are equal by construction. A journal that does not balance must never be stored. */
function requireBalance(lines: readonly NewLine[]): void {
  const side = (name: 'debit' | 'credit') => sum(lines.map((line) => decimal(line[name])))
  if (!side('debit').eq(side('credit'))) throw new Error('a journal does not balance')
}
