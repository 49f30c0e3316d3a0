import { setImmediate as nextTurn } from 'node:timers/promises'
import { monotonicMs } from '../../clock.ts'
import { allOf, type Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { conflict } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { insertStandingItems } from '../standing-items/index.ts'
import { payView, type ShownPay } from './answer/view.ts'
import { terminationView } from './country/termination.ts'
import { type EmployeeFacts, loadFacts } from './load/known.ts'
import { type MadePay, makePays } from './make.ts'
import type { KnownItem } from './resolve/lines.ts'
import { endEmployment } from './store/ending.ts'
import { emptyReserve, giveIds, type IdReserve, reserveIds } from './store/ids.ts'
import { type PayRows, rowsOf, type StoredPay, storePays } from './store/pays.ts'
import type { PayTask } from './task.ts'

/** Pays that are calculated and stored together: enough for one statement to be worth it, few enough to stay small. */
const PAYS_AT_ONCE = { most: 100, least: 20 }
/** A call has so many parts at least: while the database stores one, the next is calculated. */
const PARTS = 4
/** Pays whose employees are known at one time: facts are large, and ten thousand of them would fill the memory. */
const KNOWN_AT_ONCE = 500
/** The longest stretch of work between two breaths, so that other requests are answered meanwhile. */
const BREATH_MS = 2

export type WriteOptions = {
  isDryRun: boolean
  isTaxRedistributed: boolean
  /** Compare with other pays: for drafts and previews. */
  hasWarnings: boolean
  /** What is recorded of each processed pay. */
  event: 'pay.created' | 'pay.updated'
}

/** A pay that was written, already as JSON text: ten thousand of them must not be kept as objects. */
export type WrittenPay = {
  id: number | null
  employeeId: number
  employeeNumber: string | null
  run: { id: number | null; end_date: string; pay_period: string }
  json: string
}

/**
 * The road that every pay takes: load, resolve, calculate, store, record. While the database stores one part,
 * the next one is already being calculated. The answers come in the order of the tasks.
 */
export async function writePays(
  service: Service,
  tx: Tx,
  company: Company,
  tasks: readonly PayTask[],
  options: WriteOptions,
): Promise<WrittenPay[]> {
  const places = new Map(tasks.map((task, index) => [task, index]))
  const written: WrittenPay[] = new Array(tasks.length)
  const keep = (task: PayTask, pay: WrittenPay) => {
    written[places.get(task) as number] = pay
  }
  const reserve = emptyReserve()
  let storing: Promise<void> = Promise.resolve()
  try {
    for await (const part of makeInParts(service, tx, company, tasks, options, reserve)) {
      const now = service.clock.now()
      await createItems(tx, company, part, now)
      const pays = await giveIds(tx, reserve, part)
      const rows = rowsOf(company, pays, now)
      await storing
      storing = storePart(service, tx, company, { pays, rows, now }, options, keep)
      // A failure is raised by the next await; until then it must not count as unhandled.
      storing.catch(() => {})
    }
  } finally {
    await storing
  }
  return written
}

/** All pays of one employee together, in portions whose employees are known at one time. */
function* portionsOf(tasks: readonly PayTask[]): Generator<PayTask[][]> {
  let portion: PayTask[][] = []
  let size = 0
  for (const group of Map.groupBy(tasks, (task) => task.employee.id).values()) {
    portion.push(group)
    size += group.length
    if (size < KNOWN_AT_ONCE) continue
    yield portion
    portion = []
    size = 0
  }
  if (size > 0) yield portion
}

/** Makes the pays in parts; the next portion is being read while this one is calculated. */
async function* makeInParts(
  service: Service,
  tx: Tx,
  company: Company,
  tasks: readonly PayTask[],
  options: WriteOptions,
  reserve: IdReserve,
): AsyncGenerator<MadePay[]> {
  const partSize = Math.min(PAYS_AT_ONCE.most, Math.max(PAYS_AT_ONCE.least, Math.ceil(tasks.length / PARTS)))
  const portions = portionsOf(tasks)
  const readNext = () => {
    const { value: groups } = portions.next()
    if (!groups) return undefined
    const reading = read(service, tx, company, groups, options, reserve)
    reading.catch(() => {})
    return reading
  }
  let next = readNext()
  try {
    while (next) {
      const { groups, facts } = await next
      next = readNext()
      yield* makePortion(service, company, groups, facts, partSize, options)
    }
  } finally {
    // Nothing may be asked of the transaction once it has ended.
    await next?.catch(() => {})
  }
}

type Known = { groups: PayTask[][]; facts: Map<number, EmployeeFacts> }

async function read(
  service: Service,
  tx: Tx,
  company: Company,
  groups: PayTask[][],
  { hasWarnings }: WriteOptions,
  reserve: IdReserve,
): Promise<Known> {
  const tasks = groups.flat()
  const [facts] = await allOf([
    loadFacts(service, tx, company, tasks, { hasWarnings }),
    reserveIds(tx, reserve, tasks),
  ])
  return { groups, facts }
}

async function* makePortion(
  service: Service,
  company: Company,
  groups: readonly PayTask[][],
  facts: ReadonlyMap<number, EmployeeFacts>,
  partSize: number,
  { isTaxRedistributed, hasWarnings }: WriteOptions,
): AsyncGenerator<MadePay[]> {
  const options = { company, rates: service.rates, isTaxRedistributed, hasWarnings }
  let part: MadePay[] = []
  let lastBreath = monotonicMs()
  for (const group of groups) {
    const known = facts.get((group[0] as PayTask).employee.id) as EmployeeFacts
    part.push(...makePays(group, known, options))
    if (part.length >= partSize) {
      yield part
      part = []
    }
    if (monotonicMs() - lastBreath > BREATH_MS) {
      await nextTurn()
      lastBreath = monotonicMs()
    }
  }
  if (part.length > 0) yield part
}

async function storePart(
  service: Service,
  tx: Tx,
  company: Company,
  { pays, rows, now }: { pays: readonly StoredPay[]; rows: PayRows; now: Date },
  options: WriteOptions,
  keep: (task: PayTask, pay: WrittenPay) => void,
): Promise<void> {
  const storing = storePays(tx, company, pays, rows, now)
  storing.catch(() => {})
  // While the database stores them, they are written down for the answer.
  const views = pays.map((pay) => {
    const view = payView(shownPay(pay, company, options.isDryRun))
    return { pay, view, json: JSON.stringify(view) }
  })
  for (const { pay, view, json } of views)
    keep(pay.task, {
      id: view.id,
      employeeId: pay.task.employee.id,
      employeeNumber: pay.task.employee.number,
      run: {
        id: view.pay_run_id,
        end_date: pay.task.run.end_date,
        pay_period: pay.task.run.pay_period,
      },
      json,
    })
  if (options.isDryRun) return storing
  const processed = views.filter(({ pay }) => pay.task.status === 'processed')
  // Asked for before the pays are stored, so that the database finds the events right behind them.
  const recording = service.events.record(
    tx,
    options.event,
    company.customer_id,
    processed.map(({ pay, view, json }) => ({ id: pay.id, data: () => view, json })),
  )
  await allOf([storing, recording])
  await endEmployment(
    service,
    tx,
    processed.map(({ pay }) => pay.task),
  )
}

/** Items that pays name for the first time are kept for the next pay. */
async function createItems(tx: Tx, company: Company, part: readonly MadePay[], now: Date): Promise<void> {
  const items = new Set<KnownItem>()
  for (const { lines } of part) for (const { item } of lines) if (item && item.id === null) items.add(item)
  if (items.size === 0) return
  const drafts = [...items].map(({ id, taken, limit_per_pay, limit_total, ...item }) => ({
    ...item,
    company_id: company.id,
    created_at: now,
  }))
  const ids = await insertStandingItems(tx, drafts).catch(refuseTwin)
  for (const [index, item] of [...items].entries()) item.id = ids[index] ?? null
}

/** The database compares letters of all languages more closely than a request is matched. */
function refuseTwin(error: unknown): never {
  if ((error as { code?: string } | null)?.code !== '23505') throw error
  throw conflict(
    'An employee has an item whose description differs only in its letters (such as İ and I). Send the description as it stands.',
  )
}

/** A pay that was just made, as its read model shows it; a dry run has no ids. */
function shownPay(pay: StoredPay, company: Company, isDryRun: boolean): ShownPay {
  const { task, outcome } = pay
  const { termination } = outcome.result
  return {
    id: isDryRun ? null : pay.id,
    jurisdiction: company.jurisdiction,
    status: task.status,
    processed_date: task.place.payDate,
    pay_department: task.department,
    employee: task.employee,
    run: { ...task.run, id: isDryRun ? null : task.run.id },
    figures: pay.figures,
    lines: pay.lines.map((line, index) => ({
      ...line,
      id: isDryRun ? null : (pay.lineIds[index] as number),
    })),
    leave_balances: pay.balances,
    termination: termination ? terminationView(termination) : null,
    warnings: pay.warnings,
    stp_status: task.existing?.stp.status ?? null,
    stp_service_action: task.existing?.stp.serviceAction ?? null,
    stp_timestamp: task.existing?.stp.timestamp ?? null,
  }
}
