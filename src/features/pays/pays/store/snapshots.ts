import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import type { Service } from '../../../../service.ts'
import { ensureEmployerSnapshot, ensureSnapshots } from '../../snapshots/index.ts'
import type { PaySnapshot, PayTask } from '../task.ts'

/** What the pays of one call remember: prepared portion by portion, asked for when their rows are written. */
export type Snapshots = {
  prepare(tasks: readonly PayTask[]): Promise<void>
  of(task: PayTask): PaySnapshot | null
}

export function openSnapshots(
  service: Service,
  tx: Tx,
  company: Company,
  options: { isDryRun: boolean; isSnapshotRenewed?: boolean },
): Snapshots {
  const own = new Map<number, number>()
  let employer: number | null = null
  // A pay that is made anew keeps what it remembers unless it is asked to renew it.
  const kept = ({ existing }: PayTask) =>
    existing?.wasProcessed && !options.isSnapshotRenewed ? existing.snapshot : null
  // A draft remembers nothing, and of a dry run nothing stays.
  const isTaken = (task: PayTask) => !options.isDryRun && task.status === 'processed' && !kept(task)
  return {
    async prepare(tasks) {
      const taking = tasks.filter(isTaken).map((task) => task.employee)
      if (taking.length === 0) return
      employer ??= await ensureEmployerSnapshot(service, tx, company)
      for (const [id, snapshot] of await ensureSnapshots(service, tx, company, taking)) own.set(id, snapshot)
    },
    of(task) {
      const id = own.get(task.employee.id)
      if (!isTaken(task)) return kept(task)
      return id === undefined || employer === null ? null : { own: id, employer }
    },
  }
}
