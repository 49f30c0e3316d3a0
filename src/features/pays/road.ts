import { allOf, type Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { present } from '../../payroll/present.ts'
import type { Service } from '../../service.ts'
import type { PayView } from './answer/schema.ts'
import { type ShownPay, viewPay } from './answer/view.ts'
import { countryOf } from './country/index.ts'
import type { PayCountry } from './country/types.ts'
import { recordLeaveOf } from './leave-events.ts'
import { loadKnown } from './load/known.ts'
import { type MadePay, makePays } from './make.ts'
import { finishBehind, inBackground, makeParts, portionsOf, readAhead } from './pipeline.ts'
import { endEmployment } from './store/ending.ts'
import { figuresHash } from './store/figures-hash.ts'
import { emptyReserve, giveIds, type IdReserve, type NumberedPay, reserveIds } from './store/ids.ts'
import { createItems } from './store/items.ts'
import { type PayRows, rowsOf, storePays } from './store/pays.ts'
import { openSnapshots, type Snapshots } from './store/snapshots.ts'
import type { PayTask } from './task.ts'

/** Pays that are calculated and stored together: enough for one statement to be worth it, few enough to stay small. */
const PAYS_AT_ONCE = { most: 100, least: 20 }
/** A call has so many parts at least: while the database stores one, the next is calculated. */
const PARTS = 4
/** Pays whose employees are known at one time: what is known is large, and ten thousand of them would fill the memory. */
const KNOWN_AT_ONCE = 500

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

/** One call: whose pays, of which country, and how. */
type Call = {
  service: Service
  tx: Tx
  company: Company
  country: PayCountry
  options: RoadOptions
  snapshots: Snapshots
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
  const snapshots = openSnapshots(service, tx, company, options)
  const call: Call = { service, tx, company, country: countryOf(company), options, snapshots }
  const reserve = emptyReserve()
  const written = new Map<PayTask, WrittenPay>()
  await finishBehind(
    make(call, tasks, reserve),
    (part) => prepare(call, part, reserve),
    async (prepared) => {
      for (const [task, pay] of await store(call, prepared, tasks.length === 1)) written.set(task, pay)
      options.onStored?.(written.size)
    },
  )
  return tasks.map((task) => present(written.get(task)))
}

/** Reads what is known of the employees, portion by portion, and makes their pays in parts. */
async function* make(call: Call, tasks: readonly PayTask[], reserve: IdReserve): AsyncGenerator<MadePay[]> {
  const { service, country, options } = call
  const partSize = Math.min(PAYS_AT_ONCE.most, Math.max(PAYS_AT_ONCE.least, Math.ceil(tasks.length / PARTS)))
  const groups = Map.groupBy(tasks, (task) => task.employee.id).values()
  const read = (portion: readonly (readonly PayTask[])[]) => readPortion(call, portion, reserve)
  for await (const { portion, known } of readAhead(portionsOf(groups, KNOWN_AT_ONCE), read))
    yield* makeParts(
      portion,
      (group) => {
        const employee = present(known.get(present(group[0]).employee.id))
        return makePays(group, employee, { ...options, country, rates: service.rates })
      },
      partSize,
    )
}

async function readPortion(
  { service, tx, company, country, options, snapshots }: Call,
  portion: readonly (readonly PayTask[])[],
  reserve: IdReserve,
) {
  const tasks = portion.flat()
  const { hasWarnings } = options
  const [known] = await allOf([
    loadKnown(service, tx, { companyId: company.id, country, hasWarnings }, tasks),
    reserveIds(tx, reserve, tasks),
    snapshots.prepare(tasks),
  ])
  return { portion, known }
}

type Prepared = { pays: readonly NumberedPay[]; rows: PayRows; now: Date }

async function prepare(call: Call, part: readonly MadePay[], reserve: IdReserve): Promise<Prepared> {
  const { tx, company, service } = call
  const now = service.clock.now()
  const itemIds = await createItems(tx, company, part, now)
  const pays = await giveIds(tx, reserve, part)
  return { pays, rows: rowsOf(call, pays, itemIds, now), now }
}

async function store(
  { service, tx, company, country, options }: Call,
  { pays, rows, now }: Prepared,
  isViewKept: boolean,
): Promise<Map<PayTask, WrittenPay>> {
  const storing = inBackground(storePays(tx, company, pays, rows, now))
  // While the database stores them, they are written down for the answer.
  const shown = pays.map((pay) => {
    const view = viewPay(shownPay(pay, country, options.isDryRun), country)
    return { pay, view, json: JSON.stringify(view) }
  })
  const written = new Map(
    shown.map(({ pay, view, json }) => [pay.task, writtenPay(pay.task, view, json, isViewKept)]),
  )
  if (options.isDryRun) {
    await storing()
    return written
  }
  const processed = shown.filter(({ pay }) => pay.task.status === 'processed')
  // Asked for before the pays are stored, so that the database finds the events right behind them.
  const recording = service.events.record(
    tx,
    options.event,
    company.customer_id,
    processed.map(({ pay, view, json }) => ({ id: pay.id, data: () => view, json })),
  )
  await allOf([storing(), recording])
  if (!options.isRebuild) {
    const stored = processed.map(({ pay }) => pay)
    await recordLeaveOf(service, tx, company, stored)
  }
  const ended = processed.map(({ pay }) => pay.task)
  await endEmployment(service, tx, ended)
  return written
}

function writtenPay(
  { employee, run }: PayTask,
  view: PayView,
  json: string,
  isViewKept: boolean,
): WrittenPay {
  return {
    id: view.id,
    employeeId: employee.id,
    employeeNumber: employee.number,
    run: { id: view.pay_run_id, end_date: run.end_date, pay_period: run.pay_period },
    json,
    view: isViewKept ? view : null,
  }
}

/** A pay that was just made, as its read model shows it; a dry run has no ids. */
function shownPay(pay: NumberedPay, country: PayCountry, isDryRun: boolean): ShownPay {
  const { task, calculated } = pay
  return {
    id: isDryRun ? null : pay.id,
    status: task.status,
    processed_date: task.timing.payDate,
    pay_department: task.department,
    note: task.note ?? null,
    employee: task.employee,
    run: { ...task.run, id: isDryRun ? null : task.run.id },
    figures: calculated.figures,
    lines: pay.lines.map((line, index) => ({
      ...line,
      id: isDryRun ? null : present(pay.lineIds[index]),
    })),
    leave_balances: calculated.balances,
    termination: calculated.termination,
    warnings: pay.warnings,
    stp_status: task.existing?.stp.status ?? null,
    stp_service_action: task.existing?.stp.serviceAction ?? null,
    stp_timestamp: task.existing?.stp.timestamp ?? null,
    stp_needs_update: isOtherThanTold(pay, country),
  }
}

/** Whether a pay that was made anew differs from what the authority was told of it. */
function isOtherThanTold({ task, calculated }: NumberedPay, country: PayCountry): boolean {
  const told = task.existing?.stp.toldHash ?? null
  return told !== null && told !== figuresHash(country, calculated.cells())
}
