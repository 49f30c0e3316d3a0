import { Counter, Gauge, type Registry } from 'prom-client'
import { allCountries } from '../../../countries/index.ts'
import type { PoolLoad } from '../../../database/connect.ts'
import { inCell } from '../../../database/current-cell.ts'
import { monotonicMs } from '../../../kernel/clock.ts'
import { daysLeft } from '../../../load-rates.ts'
import type { Service } from '../../../service.ts'
import { countWaiting, findCountriesInUse, type Waiting } from './queries.ts'

/** The minimum interval between two counts of queued work, however many clients scrape. */
const COUNT_EVERY_MS = 10_000
/** The set of countries seldom changes, and finding that a country has no company scans all companies. */
const FIND_COUNTRIES_EVERY_MS = 600_000

/** The load of the process: its database connections, and whether it is about to stop. */
export function watchSaturation({ database, readiness }: Service, registry: Registry): void {
  const gauges: [name: string, help: string, read: (load: PoolLoad) => number][] = [
    ['tasman_pool_waiting', 'Requests that wait for a database connection.', ({ waiting }) => waiting],
    ['tasman_pool_used', 'Database connections in use.', ({ used }) => used],
    ['tasman_pool_size', 'Database connections that the process may open.', ({ max }) => max],
  ]
  for (const [name, help, read] of gauges)
    new Gauge({
      name,
      help,
      labelNames: ['cell', 'server'],
      registers: [registry],
      collect() {
        for (const load of database.poolLoads())
          this.set({ cell: load.cell, server: load.server }, read(load))
      },
    })
  new Gauge({
    name: 'tasman_draining',
    help: '1 while the process is about to stop.',
    registers: [registry],
    collect() {
      this.set(Number(readiness.isDraining))
    },
  })
}

/** Days until each rate table ends or has to be reviewed. Negative once that day has passed. */
export function watchLaw(service: Service, registry: Registry): void {
  new Gauge({
    name: 'tasman_law_days_left',
    help: 'Days until a rate table ends, or until someone has to look for a newer one.',
    labelNames: ['table', 'country'],
    registers: [registry],
    collect() {
      this.reset()
      const today = service.clock.today()
      for (const table of service.rates.tables) {
        const days = daysLeft(table, today)
        const [country = ''] = table.table.split('/')
        if (days !== null) this.set({ table: table.table, country: country.toUpperCase() }, days)
      }
    },
  })
  const countries = allCountries().map(({ code }) => code)
  const inUse = remember(
    () => inEachReachableCell(service, () => findCountriesInUse(service.database.query, countries)),
    FIND_COUNTRIES_EVERY_MS,
  )
  new Gauge({
    name: 'tasman_country_in_use',
    help: '1 while a company pays people in this country. Sandboxes do not count.',
    labelNames: ['country'],
    registers: [registry],
    async collect() {
      const byCell = [...((await inUse()) ?? [])]
      this.reset()
      for (const country of countries)
        this.set({ country }, Number(byCell.some(([, own]) => own.has(country))))
    },
  })
}

/**
 * Business metrics and queued work. They are the same in each process of one database, except for the
 * changes.
 */
export function watchBusiness(service: Service, registry: Registry): void {
  new Counter({
    name: 'tasman_changes_total',
    help: 'Changes that this process recorded since its start, by event: pay.created counts processed pays.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [event, count] of service.eventDelivery.counts) this.inc({ event }, count)
    },
  })
  const waiting = remember(
    () => inEachReachableCell(service, () => countWaiting(service.database.query, service.clock)),
    COUNT_EVERY_MS,
  )
  const gauges: [name: string, help: string, key: keyof Waiting][] = [
    ['tasman_lodgements_waiting', 'Messages to the ATO or Inland Revenue without an answer.', 'lodgements'],
    ['tasman_lodgements_overdue', 'Messages whose due date has passed.', 'overdue'],
    ['tasman_lodgements_rejected', 'Messages refused in the last 30 days and not replaced.', 'rejected'],
    ['tasman_deliveries_waiting', 'Webhook deliveries that wait for their next attempt.', 'deliveries'],
    ['tasman_mails_waiting', 'E-mails that are queued or being sent.', 'mails'],
    [
      'tasman_obligations_overdue',
      'Paydays that are not reported, and super that is not paid, after the day it was due.',
      'obligations',
    ],
    ['tasman_final_pays_waiting', 'Staged final pays that are due.', 'finalPays'],
  ]
  for (const [name, help, key] of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      labelNames: ['cell'],
      async collect() {
        const counts = await waiting()
        // If the database is down, the process still reports the other metrics.
        this.reset()
        for (const [cell, count] of counts ?? []) this.set({ cell }, count[key])
      },
    })
}

/** The results by cell. A cell that cannot be reached is left out. */
async function inEachReachableCell<T>(
  { database, log }: Service,
  find: () => Promise<T>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>()
  for (const cell of await database.listCells())
    try {
      found.set(cell, await inCell(cell, find))
    } catch (error) {
      log.warn({ err: error, cell }, 'the metrics of a cell could not be read')
    }
  return found
}

function remember<T>(find: () => Promise<T>, everyMs: number): () => Promise<T | undefined> {
  let found: Promise<T | undefined> = Promise.resolve(undefined)
  let foundMs = Number.NEGATIVE_INFINITY
  return () => {
    if (monotonicMs() - foundMs < everyMs) return found
    foundMs = monotonicMs()
    found = find().catch(() => undefined)
    return found
  }
}
