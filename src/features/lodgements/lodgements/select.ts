import { sql } from 'kysely'
import { further, given } from '../../../database/conditions.ts'
import type { Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { REPORTED } from '../../../database/reported-pays.ts'
import { badRequest, notFound } from '../../../kernel/problem.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { PaySelection } from './schema.ts'

/** A pay that is to be reported. */
export type SelectedPay = {
  id: number
  employee_id: number
  pay_run_id: number
  processed_date: CivilDate
  is_super_only_contractor: boolean
  /** The submission that already lodges the pay. */
  submission_id: number | null
  figures_hash: string | null
  told_hash: string | null
}

/** The processed pays that a request selects. Pays selected by id must exist and be processed. */
export async function selectPays(
  tx: Tx,
  companyId: number,
  body: Pick<PaySelection, 'pay_run_id' | 'pay_ids' | 'from_date' | 'to_date'>,
): Promise<SelectedPay[]> {
  if (body.pay_run_id !== undefined) await requireRun(tx, companyId, body.pay_run_id)
  const { rows } = await sql<SelectedPay & { status: string }>`
    select pays.id, pays.employee_id, pays.pay_run_id, pays.processed_date, pays.status,
      coalesce(remembered.is_super_only_contractor, employees.is_super_only_contractor)
        as is_super_only_contractor,
      link.submission_id, pays.figures_hash, reported.told_hash
    from pays join employees on employees.id = pays.employee_id
    left join snapshots remembered on remembered.id = pays.snapshot_id
    left join submission_pays link on link.pay_id = pays.id and link.counts
    ${REPORTED}
    where pays.company_id = ${companyId}
      ${further([
        given(body.pay_run_id, (id) => sql`pays.pay_run_id = ${id}::int`),
        given(body.pay_ids, (ids) => sql`pays.id = any(${ids.filter(isId)}::int[])`),
        given(
          body.from_date,
          (from) => sql`processed_date between ${from}::date and ${body.to_date ?? null}::date`,
        ),
      ])}
    order by pays.processed_date, pays.id`.execute(tx)
  if (body.pay_ids) requireEach(body.pay_ids, rows)
  return rows.filter((pay) => pay.status === 'processed')
}

async function requireRun(tx: Tx, companyId: number, runId: number): Promise<void> {
  const run = isId(runId)
    ? await tx
        .selectFrom('pay_runs')
        .select('id')
        .where('company_id', '=', companyId)
        .where('id', '=', runId)
        .executeTakeFirst()
    : undefined
  if (!run) throw notFound(`No pay run of this company has the id ${runId}.`)
}

function requireEach(payIds: readonly number[], rows: readonly { id: number; status: string }[]): void {
  const found = new Map(rows.map((row) => [row.id, row.status]))
  for (const id of payIds) {
    const status = found.get(id)
    if (status === undefined) throw notFound(`No pay of this company has the id ${id}.`)
    if (status !== 'processed') throw badRequest(`Pay ${id} is not processed yet.`)
  }
}
