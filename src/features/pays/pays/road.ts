import { allOf, type Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import type { PayView } from './answer/schema.ts'
import { countryOf } from './country/index.ts'
import type { FinishedPart } from './finish.ts'
import { recordLeaveOf } from './leave-events.ts'
import { readKnown } from './load/known.ts'
import { finishBehind, inBackground, portionsOf, readAhead } from './pipeline.ts'
import { checkLineCounts } from './request/line-limit.ts'
import { endEmployment } from './store/ending.ts'
import { emptyReserve, type IdReserve, reserveIds, takeIds } from './store/ids.ts'
import { createItems } from './store/items.ts'
import { storePays } from './store/pays.ts'
import { openSnapshots, type Snapshots } from './store/snapshots.ts'
import type { PayTask } from './task.ts'
import { type Begun, begin, type MadePart } from './workshop.ts'

/** Pays that are calculated and stored together: enough for one statement to be worth it, few enough to stay small. */
const PAYS_AT_ONCE = { most: 100, least: 20 }
/** A call has so many parts at least: while the database stores one, the next is calculated. */
const PARTS = 4
/** Pays whose employees are known at one time: what is known is large, and ten thousand of them would fill the memory. */
const KNOWN_AT_ONCE = 250

export type RoadOptions = {
  isDryRun: boolean
  isTaxRedistributed: boolean
  /** Compare with other pays: for drafts and previews. */
  hasWarnings: boolean
  /** A pay that is made anew takes today's details of employee and employer in place of those it remembers. */
  isSnapshotRenewed?: boolean
  /** What is recorded of each processed pay. */
  event: 'pay.created' | 'pay.updated'
  /** Told after each part how many pays are stored by now. */
  onStored?: (done: number) => void
  /** The pay stood before: the caller says whether the leave differs from what it was then. */
  isRebuild?: true
}

/** A pay that was made, as the text of its read model: ten thousand of them must not be kept as objects. */
export type WrittenPay = {
  id: number | null
  employeeId: number
  employeeNumber: string | null
  run: { id: number | null; end_date: string; pay_period: string }
  json: string
  /** The read model itself, where the call is for one pay. */
  view: PayView | null
}

/** One call: whose pays, of which company, and how. */
type Call = {
  service: Service
  tx: Tx
  company: Company
  options: RoadOptions
  snapshots: Snapshots
  reserve: IdReserve
  payCount: number
  /** The texts of the pays are packed for their events. */
  isPacked: boolean
  /** What is being made. */
  begun: Set<Begun>
}

/**
 * The road that every pay takes: read, make, store, record. While the database stores one part, the next one is already being
 * made. The answers come in the order of the tasks.
 */
export async function travel(
  service: Service,
  tx: Tx,
  company: Company,
  tasks: readonly PayTask[],
  options: RoadOptions,
): Promise<WrittenPay[]> {
  checkLineCounts(tasks)
  const snapshots = openSnapshots(service, tx, company, options)
  const reserve = emptyReserve()
  const isPacked = await isPackedFor(service, tx, company, tasks.length, options)
  const payCount = tasks.length
  const call: Call = {
    service,
    tx,
    company,
    options,
    snapshots,
    reserve,
    payCount,
    isPacked,
    begun: new Set(),
  }
  const written = new Map<PayTask, WrittenPay>()
  try {
    await finishBehind(
      make(call, tasks),
      (part) => prepare(call, part),
      async (prepared) => {
        for (const [task, pay] of await store(call, prepared)) written.set(task, pay)
        options.onStored?.(written.size)
      },
    )
  } finally {
    for (const each of call.begun) each.end()
  }
  return tasks.map((task) => present(written.get(task)))
}

async function isPackedFor(
  { events }: Service,
  tx: Tx,
  { customer_id }: Company,
  count: number,
  options: RoadOptions,
) {
  return !options.isDryRun && events.isPacked(count) && (await events.isHeard(tx, options.event, customer_id))
}

/** Reads what is known of the employees, portion by portion, and makes their pays in parts. */
async function* make(call: Call, tasks: readonly PayTask[]): AsyncGenerator<MadePart> {
  const groups = Map.groupBy(tasks, (task) => task.employee.id).values()
  const read = (portion: readonly (readonly PayTask[])[]) => readPortion(call, portion)
  const portions = portionsOf(groups, KNOWN_AT_ONCE, PAYS_AT_ONCE.most)
  for await (const begun of readAhead(portions, read)) {
    yield* begun.parts
    // Whoever asks for more has finished what came before: it is not kept until the call ends.
    begun.end()
    call.begun.delete(begun)
  }
}

async function readPortion(call: Call, groups: readonly (readonly PayTask[])[]): Promise<Begun> {
  const { service, tx, company, options, snapshots, reserve, payCount, isPacked } = call
  const tasks = groups.flat()
  const { hasWarnings, isDryRun, isTaxRedistributed } = options
  const [rows] = await allOf([
    readKnown(service, tx, { companyId: company.id, country: countryOf(company), hasWarnings }, groups),
    reserveIds(tx, reserve, tasks),
    snapshots.prepare(tasks),
  ])
  const order = {
    jurisdiction: company.jurisdiction,
    companyId: company.id,
    customerId: company.customer_id,
    isDryRun,
    isTaxRedistributed,
    hasWarnings,
    isViewKept: payCount === 1,
    isPacked,
  }
  const partSize = Math.min(PAYS_AT_ONCE.most, Math.max(PAYS_AT_ONCE.least, Math.ceil(payCount / PARTS)))
  const begun = begin({ order, partSize, groups, rows }, service.rates, payCount)
  call.begun.add(begun)
  return begun
}

type Prepared = { tasks: readonly PayTask[]; finished: FinishedPart; now: Date }

async function prepare(
  { tx, company, service, snapshots, reserve }: Call,
  part: MadePart,
): Promise<Prepared> {
  const { tasks } = part
  const now = service.clock.now()
  const itemIds = await createItems(tx, company, part.newItems, now)
  const ids = await takeIds(tx, reserve, part)
  const finished = await part.finish({ ...ids, itemIds, snapshots: tasks.map(snapshots.of), now })
  return { tasks, finished, now }
}

async function store(
  { service, tx, company, options }: Call,
  { tasks, finished, now }: Prepared,
): Promise<Map<PayTask, WrittenPay>> {
  const storing = inBackground(storePays(tx, company, tasks, finished, now))
  const pays = tasks.map((task, index) => ({ task, ...present(finished.pays[index]) }))
  const written = new Map(pays.map((pay) => [pay.task, writtenPay(pay, options.isDryRun)]))
  if (options.isDryRun) {
    await storing()
    return written
  }
  const processed = pays.filter(({ task }) => task.status === 'processed')
  // Asked for before the pays are stored, so that the database finds the events right behind them.
  const { events } = service
  const recording = finished.packed
    ? events.recordPacked(tx, options.event, company.customer_id, finished.packed)
    : events.record(
        tx,
        options.event,
        company.customer_id,
        processed.map(({ id, view, json }) => ({ id, data: () => view, json })),
      )
  // Who hears of the leave is asked with them; its events come when the leave is stored.
  const hearing = options.isRebuild || events.isHeard(tx, 'employee.updated', company.customer_id)
  await allOf([storing(), recording, hearing])
  if (!options.isRebuild) {
    const moving = processed.map(({ task, isLeaveMoved }) => ({ employeeId: task.employee.id, isLeaveMoved }))
    await recordLeaveOf(service, tx, company, moving)
  }
  await endEmployment(
    service,
    tx,
    processed.map(({ task }) => task),
  )
  return written
}

type Finished = FinishedPart['pays'][number] & { task: PayTask }

function writtenPay({ task, id, json, view }: Finished, isDryRun: boolean): WrittenPay {
  const { employee, run } = task
  return {
    id: isDryRun ? null : id,
    employeeId: employee.id,
    employeeNumber: employee.number,
    run: { id: isDryRun ? null : run.id, end_date: run.end_date, pay_period: run.pay_period },
    json,
    view,
  }
}
