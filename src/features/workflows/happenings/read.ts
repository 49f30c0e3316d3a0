import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { addDays, civilDate, daysBetween } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { changedRecords, flushAudit } from '../../platform/audit/index.ts'
import { type Happened, listHappened } from './queries.ts'
import type { Happening, HappeningsQuery } from './schema.ts'
import { HAPPENED, MAY_BE_PREVIEW } from './words.ts'

const LONGEST_DAYS = 31

/** People's actions in a company since yesterday, for everyone who may read it. */
export async function readHappenings(
  service: Service,
  company: Company,
  { since, before, limit = 200 }: HappeningsQuery,
): Promise<Happening[]> {
  const { timeZone } = countryOf(company.jurisdiction)
  const today = service.clock.today(timeZone)
  const from = since === undefined ? addDays(today, -1) : civilDate(since)
  if (daysBetween(from, today) > LONGEST_DAYS) throw badRequest(`since is at most ${LONGEST_DAYS} days ago.`)
  await flushAudit(service)
  const rows = await listHappened(service.database.query, company, {
    since: startOf(from, timeZone),
    actions: [...HAPPENED.keys()],
    previewed: MAY_BE_PREVIEW,
    ...(before === undefined ? {} : { before }),
    limit,
  })
  return rows.map(viewHappening)
}

/** The instant at which a day starts in a time zone. */
function startOf(day: string, timeZone: string): Date {
  const utc = new Date(`${day}T00:00:00Z`)
  const local = new Date(`${utc.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  return new Date(utc.getTime() - (local.getTime() - utc.getTime()))
}

/** The changed records, without their ids and without words that the sentence already has. */
function namedIn({ changes }: Happened): string | null {
  const named = (changes ?? []).map((change) => ({ ...change, about: withoutItsKind(change.about) }))
  // The log does not name people who asked for erasure.
  return oneDay(changedRecords(named.filter(({ about }) => !/^employee \d+$/.test(about))))
}

/** `Bank accounts of employee 7, Kim Lee` becomes `Kim Lee`, and `allowance “Tools” of employee 7, Kim Lee` `“Tools” of Kim Lee`. */
function withoutItsKind(about: string): string {
  const [, named] = /^(?:Employee|Company) \d+, (.+)$/.exec(about) ?? []
  if (named) return named
  const [, quoted, owner] = /^[A-Za-z ]+ (“.+”)(?: of employee \d+, (.+))?$/.exec(about) ?? []
  if (quoted) return owner ? `${quoted} of ${owner}` : quoted
  return about.replace(/^[A-Za-z ]+?(?: \d+)?(?: \([^)]*\))? (?:of|on) (?:employee \d+, )?/, '')
}

/** `Kim Lee, 2026-11-15; Ana Tran, 2026-11-15` becomes `Kim Lee; Ana Tran, 2026-11-15`. */
const oneDay = (about: string | null): string | null =>
  about?.replaceAll(/, (\d{4}-\d{2}-\d{2})(?=; [^;]*, \1)/g, '') ?? null

function viewHappening(row: Happened): Happening {
  const run = row.run_end_date === null ? null : `to ${row.run_end_date}`
  return {
    id: row.id,
    at: timestamp(row.at),
    who: row.user_name,
    what: HAPPENED.get(row.action) ?? '',
    about: run ?? namedIn(row) ?? row.employee_name,
    employee_id: row.employee_id,
    pay_run_id: row.pay_run_id,
  }
}
