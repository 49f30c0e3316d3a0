import { allCountries } from '../../../countries/index.ts'
import { currentCell } from '../../../database/current-cell.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { daysLeft, type RateTable } from '../../../load-rates.ts'
import type { Service } from '../../../service.ts'
import { writeMails } from '../mail/index.ts'
import { listOwners, markNotices } from './queries.ts'

/** Owners are warned this many days before a table ends, and again when it has ended. */
const WARN_DAYS = [60, 30, 7] as const

/** A warning that is due for a table, at the smallest threshold that has been reached. */
type Notice = { key: string; country: string; sentence: string }

function noticesOn(tables: readonly RateTable[], today: CivilDate): Notice[] {
  return tables.flatMap((table) => {
    const days = daysLeft(table, today)
    if (days === null || days > WARN_DAYS[0]) return []
    const stage = days < 0 ? 'ended' : String(WARN_DAYS.findLast((limit) => days <= limit))
    const end = [table.to, table.checkBy].flatMap((day) => day ?? []).sort()[0]
    const [country = ''] = table.table.split('/')
    const sentence =
      days < 0
        ? `${table.table} should have been checked or replaced by ${end}.`
        : `${table.table} must be checked or replaced by ${end} (${days} days).`
    return [{ key: `${table.table} ${end} ${stage}`, country: country.toUpperCase(), sentence }]
  })
}

/** By service: the day and bundle of the last warnings of each cell. */
const warned = new WeakMap<Service, Map<string, string>>()

/**
 * Warns once for each day and bundle, so owners are notified within seconds of a start or of a switch to another
 * bundle.
 */
export async function warnOfChangedLaw(service: Service): Promise<void> {
  const byCell = warned.get(service) ?? new Map<string, string>()
  warned.set(service, byCell)
  const state = `${service.clock.today()} ${service.rates.bundle.digest}`
  if (byCell.get(currentCell()) === state) return
  await warnOfEndingTables(service)
  byCell.set(currentCell(), state)
}

/** Emails the owners of customers who pay people in that country. Each warning is sent once. */
export async function warnOfEndingTables(service: Service): Promise<void> {
  const notices = noticesOn(service.rates.tables, service.clock.today())
  const countries = allCountries().map(({ code }) => code)
  for (const country of countries) {
    const own = notices.filter((notice) => notice.country === country)
    if (own.length > 0) await warnOwners(service, country, own)
  }
}

async function warnOwners(service: Service, country: string, notices: readonly Notice[]): Promise<void> {
  await service.database.transaction(async (tx) => {
    const owners = await listOwners(tx, country)
    const keys = notices.map(({ key }) => key)
    const fresh = await markNotices(
      tx,
      [...new Set(owners.map((owner) => owner.customer_id))],
      keys,
      service.clock.now(),
    )
    const mails = owners.flatMap((owner) => {
      const own = notices.filter(({ key }) => fresh.get(owner.customer_id)?.has(key))
      if (own.length === 0) return []
      return [
        {
          customerId: owner.customer_id,
          to: owner.email,
          subject: 'Rate tables of your payroll need checking',
          text: [
            `Hello ${owner.name},`,
            'these tables of tax, super or leave rates end soon, or someone should look for a newer publication. The operator of your payroll service installs the new ones. Until then, pays after the last day of a table are refused.',
            own.map(({ sentence }) => sentence).join('\n'),
          ],
        },
      ]
    })
    await writeMails(service, tx, mails)
  })
}
