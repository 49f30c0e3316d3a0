import { CompiledQuery, sql } from 'kysely'
import { settleAll, type Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import { present } from '../../../../kernel/values/present.ts'
import type { StoredPay } from '../answer/stored-pay.ts'
import type { CalculatedPay, NumberedPay } from '../calculate/calculated-pay.ts'
import type { PipelineRun } from '../context/pipeline-run.ts'
import type { PayJob } from '../job/pay-job.ts'
import { setOffEnded, takeFromBalances } from './balances.ts'
import { type ReservedIds, withLineIds } from './ids.ts'
import { createItems } from './items.ts'
import { countNewLines, serializePays } from './serialize-pays.ts'
import { markProcessed, unchangedDrafts } from './trial.ts'

/** Stores pays with their lines, facts and leave movements. In a trial, unchanged drafts are only marked as processed. */
export async function storePays(
  run: PipelineRun,
  calculated: readonly CalculatedPay[],
  reserved: ReservedIds,
  lawVersion: string,
): Promise<StoredPay[]> {
  const unchanged = unchangedDrafts(run, calculated)
  if (unchanged.size === 0) return storeWhole(run, calculated, reserved, lawVersion)
  const snapshotOf = await run.snapshots
  const marked = [...unchanged].map(({ job }) => ({
    id: present(job.existing?.id),
    snapshot: snapshotOf?.(job) ?? null,
  }))
  await markProcessed(run.tx, marked)
  const rest = calculated.filter((pay) => !unchanged.has(pay))
  const whole = rest.length > 0 ? await storeWhole(run, rest, reserved, lawVersion) : []
  const others = whole.values()
  return calculated.map((pay) =>
    unchanged.has(pay)
      ? storedPay(
          { ...pay, id: present(pay.job.existing?.id), json: '', view: null, isLeaveMoved: false },
          run,
        )
      : present(others.next().value),
  )
}

/** Stores complete pays. The old lines and leave movements of existing pays are deleted first. */
async function storeWhole(
  run: PipelineRun,
  calculated: readonly CalculatedPay[],
  reserved: ReservedIds,
  lawVersion: string,
): Promise<StoredPay[]> {
  const { service, tx, company } = run
  const now = service.clock.now()
  const newItems = calculated.flatMap((pay) => pay.newItems)
  const [items, ids, snapshotOf] = await settleAll([
    createItems(tx, company, newItems, now),
    withLineIds(tx, reserved, countNewLines(calculated)),
    run.snapshots,
  ])
  const snapshots = calculated.map(({ job }) => snapshotOf?.(job) ?? null)
  const { rows, pays } = serializePays(
    run,
    calculated,
    { ...ids, newItems: items, snapshots, lawVersion },
    now,
  )
  const existing = calculated.flatMap(({ job }) => job.existing?.id ?? [])
  if (existing.length > 0) await clearPays(tx, existing, now)
  await tx.executeQuery(CompiledQuery.raw(rows.text, rows.values))
  const returned = pays.filter(({ job }) => job.status === 'processed' && job.employee.has_earlier)
  await setOffEnded(
    tx,
    returned.map(({ id }) => id),
    now,
  )
  for (const pay of pays) await storeTermination(tx, company, pay, now)
  return pays.map((pay) => storedPay(pay, run))
}

type PayOfBatch = Pick<StoredPay, 'json' | 'view' | 'isLeaveMoved'> & { id: number; job: PayJob }

function storedPay(
  { job, id, json, view, isLeaveMoved }: PayOfBatch,
  { isDryRun, isViewKept }: PipelineRun,
): StoredPay {
  const { employee, run, status, timing } = job
  return {
    id: isDryRun ? null : id,
    rowId: id,
    employeeId: employee.id,
    employeeNumber: employee.number,
    payDate: timing.payDate,
    run: { id: isDryRun ? null : run.id, end_date: run.end_date, pay_period: run.pay_period },
    isProcessed: status === 'processed',
    isLeaveMoved,
    json,
    view: isViewKept ? view : null,
  }
}

/** Appends a member to the JSON text of a pay. */
export const withMember = (pay: StoredPay, name: string, value: unknown): StoredPay => ({
  ...pay,
  json: `${pay.json.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`,
})

/** Deletes the lines and leave movements of pays, but not the pays. */
export async function clearPays(tx: Tx, payIds: readonly number[], now: Date): Promise<void> {
  await takeFromBalances(tx, payIds, now)
  await sql`delete from leave_movements where pay_id = any(${payIds}::int[])`.execute(tx)
  await sql`delete from pay_lines where pay_id = any(${payIds}::int[])`.execute(tx)
}

async function storeTermination(
  tx: Tx,
  company: Company,
  { id, job, calculated }: NumberedPay,
  now: Date,
): Promise<void> {
  if (!job.termination || !calculated.termination) return
  await tx
    .insertInto('terminations')
    .values({
      pay_id: id,
      employee_id: job.employee.id,
      customer_id: company.customer_id,
      company_id: company.id,
      termination_date: job.termination.termination_date,
      request: JSON.stringify(job.termination),
      result: JSON.stringify(calculated.termination),
      created_at: now,
    })
    .onConflict((on) => on.column('pay_id').doUpdateSet((row) => ({ result: row.ref('excluded.result') })))
    .execute()
}

/** Deletes a pay. Its reports stay and are marked as deleted, because the authority must be notified. */
export async function deletePay(tx: Tx, payId: number, now: Date): Promise<void> {
  await tx.updateTable('submission_pays').set({ gone_at: now }).where('pay_id', '=', payId).execute()
  await tx.deleteFrom('pays').where('id', '=', payId).execute()
}
