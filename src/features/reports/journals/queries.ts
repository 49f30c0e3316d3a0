import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { insertRows } from '../../../database/insert-rows.ts'
import type {
  AccountingConnectionsTable,
  JournalLine,
  JournalRow,
} from '../../../database/tables/journals.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { JournalKind } from '../../../payroll/journal-kinds.ts'
import { DEPARTMENT, LINES, PAYS } from '../reports/index.ts'

/** The amounts of a run's current pays by department. Amounts that belong to no department are on every row. */
export type RunSums = Record<JournalKind, string> & { department: string }

/** Earnings are before salary sacrifice. Super sacrifice is owed to the funds, and other sacrifice to other payees. */
export async function sumRun(tx: Tx, companyId: number, runId: number): Promise<RunSums[]> {
  const { rows } = await sql<RunSums>`
    select ${DEPARTMENT} as department, sum(lines.ordinary) as ordinary, sum(lines.overtime) as overtime, sum(lines.leave) as leave,
      sum(lines.allowances) as allowances, sum(lines.bonuses) as bonuses,
      coalesce(sum(rest.amount) filter (where pays.is_termination), 0) as termination,
      coalesce(sum(rest.amount) filter (where not pays.is_termination), 0) as other,
      sum(coalesce(pays.super, 0) - coalesce(pays.sacrificed_super, 0)) as employer_super,
      sum(coalesce(pays.kiwisaver_employer, 0) + coalesce(pays.complying_fund_employer, 0)) as employer_kiwisaver,
      sum(pays.net) as net_pay, sum(pays.tax) as tax,
      sum(coalesce(pays.nz_student_loan, 0) + coalesce(pays.student_loan_cir, 0) + coalesce(pays.student_loan_bor, 0))
        as student_loan,
      sum(pays.deductions) as deductions,
      sum(lines.sacrifices - coalesce(pays.sacrificed_super, 0) - coalesce(pays.sacrificed_super_esct, 0)) as salary_sacrifice,
      sum(coalesce(pays.super, 0)) as super_payable,
      sum(coalesce(pays.kiwisaver_employee, 0) + coalesce(pays.kiwisaver_employer, 0) - coalesce(pays.kiwisaver_esct, 0)
        + coalesce(pays.complying_fund_employer, 0) - coalesce(pays.complying_fund_esct, 0)) as kiwisaver_payable,
      sum(coalesce(pays.kiwisaver_esct, 0) + coalesce(pays.complying_fund_esct, 0) + coalesce(pays.sacrificed_super_esct, 0))
        as esct
    from ${PAYS} join ${LINES}
    cross join lateral (select pays.gross + lines.sacrifices - lines.ordinary - lines.overtime - lines.leave - lines.allowances
      - lines.bonuses as amount) rest
    where pays.company_id = ${companyId} and pays.pay_run_id = ${runId} and pays.status = 'processed'
    group by 1 order by 1`.execute(tx)
  return rows
}

export type LockedRun = { id: number; end_date: CivilDate; last_pay_date: CivilDate | null }

/** Locks the run until the transaction ends, so that two requests cannot journal it twice. */
export async function lockRun(tx: Tx, companyId: number, runId: number): Promise<LockedRun | undefined> {
  if (!isId(runId)) return undefined
  const { rows } = await sql<LockedRun>`
    select run.id, run.end_date, (select max(processed_date) from pays where pay_run_id = run.id and status = 'processed') as last_pay_date
    from pay_runs run where run.company_id = ${companyId} and run.id = ${runId} for update of run`.execute(tx)
  return rows[0]
}

export type AccountRow = {
  kind: JournalKind
  department: string | null
  account_code: string
  account_name: string | null
}

export function loadAccounts(query: Queryable, companyId: number): Promise<AccountRow[]> {
  return query
    .selectFrom('journal_accounts')
    .select(['kind', 'department', 'account_code', 'account_name'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
}

export async function replaceAccounts(
  tx: Tx,
  company: { id: number; customer_id: number },
  rows: readonly AccountRow[],
): Promise<void> {
  await tx.deleteFrom('journal_accounts').where('company_id', '=', company.id).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('journal_accounts')
    .values(rows.map((row) => ({ ...row, company_id: company.id, customer_id: company.customer_id })))
    .execute()
}

export type NewLine = Pick<
  JournalLine,
  'kind' | 'department' | 'account_code' | 'account_name' | 'debit' | 'credit'
>
export type NewJournal = {
  runId: number
  date: CivilDate
  narration: string
  reversesId: number | null
  messageId: string
  createdBy: number
  createdAt: Date
  lines: readonly NewLine[]
}

export async function insertJournal(
  tx: Tx,
  company: { id: number; customer_id: number },
  journal: NewJournal,
): Promise<number> {
  const { id } = await tx
    .insertInto('journals')
    .values({
      company_id: company.id,
      customer_id: company.customer_id,
      pay_run_id: journal.runId,
      journal_date: journal.date,
      narration: journal.narration,
      reverses_id: journal.reversesId,
      message_id: journal.messageId,
      created_by: journal.createdBy,
      created_at: journal.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(
    tx,
    'journal_lines',
    [
      ['journal_id', 'int'],
      ['place', 'int'],
      ['company_id', 'int'],
      ['customer_id', 'int'],
      ['kind', 'text'],
      ['department', 'text'],
      ['account_code', 'text'],
      ['account_name', 'text'],
      ['debit', 'numeric'],
      ['credit', 'numeric'],
    ],
    journal.lines.map((line, index) => [
      id,
      index + 1,
      company.id,
      company.customer_id,
      line.kind,
      line.department,
      line.account_code,
      line.account_name,
      line.debit,
      line.credit,
    ]),
  )
  return id
}

export type WholeJournal = JournalRow & { lines: JournalLine[]; reversed_by_id: number | null }

export type JournalFilter = {
  ids?: readonly number[]
  runId?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The company's journals with their lines, by date. */
export async function loadJournals(
  query: Queryable,
  companyId: number,
  filter: JournalFilter,
): Promise<WholeJournal[]> {
  const { rows } = await sql<JournalRow & { reversed_by_id: number | null }>`
    select journals.*, reversal.id as reversed_by_id
    from journals left join journals reversal on reversal.reverses_id = journals.id
    where journals.company_id = ${companyId}
      and (${filter.ids ?? null}::int[] is null or journals.id = any(${filter.ids ?? null}::int[]))
      and (${filter.runId ?? null}::int is null or journals.pay_run_id = ${filter.runId ?? null}::int)
      and (${filter.from ?? null}::date is null or journals.journal_date >= ${filter.from ?? null}::date)
      and (${filter.to ?? null}::date is null or journals.journal_date <= ${filter.to ?? null}::date)
    order by journals.journal_date, journals.id`.execute(query)
  const lines = await sql<JournalLine>`
    select * from journal_lines where company_id = ${companyId} and journal_id = any(${rows.map((row) => row.id)}::int[])
    order by journal_id, place`.execute(query)
  const linesOf = Map.groupBy(lines.rows, (line) => line.journal_id)
  return rows.map((row) => ({ ...row, lines: linesOf.get(row.id) ?? [] }))
}

/** The current journal of a run: not a reversal, and not reversed. */
export async function findStanding(
  tx: Tx,
  companyId: number,
  runId: number,
): Promise<WholeJournal | undefined> {
  const all = await loadJournals(tx, companyId, { runId })
  return all.findLast((journal) => journal.reverses_id === null && journal.reversed_by_id === null)
}

/** Claims a journal for posting, unless it is posted or another process has claimed it. */
export async function claimJournal(
  tx: Tx,
  companyId: number,
  id: number,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('journals')
    .set({ status: 'posting', leased_until: leaseUntil })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('status', '=', 'made'),
        where.and([where('status', '=', 'posting'), where('leased_until', '<', now)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function finishPosting(
  tx: Tx,
  companyId: number,
  id: number,
  outcome: { externalId: string; at: Date } | { error: string },
): Promise<void> {
  await tx
    .updateTable('journals')
    .set(
      'externalId' in outcome
        ? {
            status: 'posted',
            external_id: outcome.externalId,
            posted_at: outcome.at,
            leased_until: null,
            last_error: null,
          }
        : { status: 'made', leased_until: null, last_error: outcome.error },
    )
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export type ConnectionRow = Selectable<AccountingConnectionsTable>

export function findConnection(query: Queryable, companyId: number): Promise<ConnectionRow | undefined> {
  return query
    .selectFrom('accounting_connections')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

export async function saveConnection(tx: Tx, row: ConnectionRow): Promise<void> {
  const { company_id: _, customer_id: __, ...changed } = row
  await tx
    .insertInto('accounting_connections')
    .values(row)
    .onConflict((on) => on.column('company_id').doUpdateSet(changed))
    .execute()
}

export async function replaceTokens(
  tx: Tx,
  companyId: number,
  tokens: Pick<ConnectionRow, 'access_token' | 'refresh_token' | 'expires_at'>,
): Promise<void> {
  await tx.updateTable('accounting_connections').set(tokens).where('company_id', '=', companyId).execute()
}

export async function removeConnection(tx: Tx, companyId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('accounting_connections')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
