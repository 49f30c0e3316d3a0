import { countryOf } from '../../../countries/index.ts'
import { inCellOf } from '../../../database/cell-of-customer.ts'
import { inCell } from '../../../database/current-cell.ts'
import { eachAlone } from '../../../kernel/each-alone.ts'
import { invalid } from '../../../kernel/problem.ts'
import { addDays, addMonths, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { type Counted, countUsage, listAccounts, listUnreported, markReported } from './usage-queries.ts'
import type { Usage, UsageQuery } from './usage-schema.ts'

const MONTHS_MAX = 24
const PARTNERS_AT_ONCE = 100
const NOTHING = { companies: 0, people_paid: 0, lodgements: 0, payslips: 0 }

/** The usage of a reseller's clients by month. Each cell counts its own clients. */
export async function readUsage(
  service: Service,
  partnerId: number,
  asked: Pick<UsageQuery, 'from_month' | 'to_month'>,
): Promise<Usage[]> {
  const from = asked.from_month === undefined ? lastMonth(service) : firstOf(asked.from_month)
  const months = monthsBetween(from, asked.to_month === undefined ? from : firstOf(asked.to_month))
  const last = months.at(-1)
  if (last === undefined) throw invalid(['query', 'to_month'], 'must not be before from_month')
  if (months.length > MONTHS_MAX)
    throw invalid(['query', 'to_month'], `must be at most ${MONTHS_MAX} months from from_month`)
  const span = { from, to: addDays(addMonths(last, 1), -1) }
  const accounts = await listAccounts(service.database.query, partnerId)
  const counted: Counted[] = []
  for (const [cell, own] of Map.groupBy(accounts, (account) => account.cell)) {
    const ids = own.map((account) => account.customer_id)
    counted.push(...(await inCell(cell, () => countUsage(service.database.query, ids, span))))
  }
  const byPlace = new Map(counted.map((row) => [`${row.customer_id} ${row.month}`, row]))
  return months.map((day) => {
    const month = day.slice(0, 7)
    const clients = accounts.map(({ customer_id, legal_name }) => {
      const { companies, people_paid, lodgements, payslips } =
        byPlace.get(`${customer_id} ${month}`) ?? NOTHING
      return { customer_id, legal_name, companies, people_paid, lodgements, payslips }
    })
    return { month, clients, totals: totalsOf(clients) }
  })
}

/** Sends each reseller the usage of last month as an event, once. */
export async function reportUsage(service: Service, stopped?: AbortSignal): Promise<void> {
  const { database, log } = service
  const month = lastMonth(service)
  await eachAlone(
    (after: { id: number } | undefined) =>
      listUnreported(database.query, month, after?.id ?? 0, PARTNERS_AT_ONCE),
    ({ id }) => inCellOf(database.query, id, () => reportTo(service, id, month)),
    { log, failure: 'the usage of a reseller was not reported', stopped },
  )
}

async function reportTo(service: Service, partnerId: number, month: CivilDate): Promise<void> {
  const [usage] = await readUsage(service, partnerId, { from_month: month.slice(0, 7) })
  await service.database.transaction(async (tx) => {
    if (!(await markReported(tx, partnerId, month, service.clock.now()))) return
    await service.events.record(tx, {
      type: 'usage.reported',
      customerId: partnerId,
      entities: [{ id: Number(month.slice(0, 7).replace('-', '')), data: () => usage }],
    })
  })
}

const firstOf = (month: string): CivilDate => civilDate(`${month}-01`)

/** The first day of last month, in the time zone of the service. */
function lastMonth({ clock, settings }: Service): CivilDate {
  return addMonths(firstOf(clock.today(countryOf(settings.region).timeZone).slice(0, 7)), -1)
}

function monthsBetween(from: CivilDate, to: CivilDate): CivilDate[] {
  const months: CivilDate[] = []
  for (let month = from; month <= to && months.length <= MONTHS_MAX; month = addMonths(month, 1))
    months.push(month)
  return months
}

function totalsOf(clients: Usage['clients']): Usage['totals'] {
  const add = (name: keyof Usage['totals']) => clients.reduce((total, client) => total + client[name], 0)
  return {
    companies: add('companies'),
    people_paid: add('people_paid'),
    lodgements: add('lodgements'),
    payslips: add('payslips'),
  }
}
