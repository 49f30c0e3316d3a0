import { allCountries, todayOf } from '../../../countries/index.ts'
import { inCell } from '../../../database/current-cell.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { formatName, timestamp } from '../../../http/view.ts'
import { badRequest, notFound } from '../../../kernel/problem.ts'
import { addDays, type CivilDate, civilDate, daysBetween } from '../../../kernel/values/dates.ts'
import type { LeaveType } from '../../../payroll/words.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import {
  type AwayDay,
  findFeed,
  findFeedCompany,
  insertFeed,
  listFeeds,
  readAwayDays,
  revokeFeed,
} from './calendar-queries.ts'
import type { CalendarFeed, LeaveCalendarDay } from './calendar-schema.ts'
import { leaveName } from './leave-types.ts'

const LONGEST_DAYS = 366
const FEED_DAYS = { before: 30, ahead: 365 }

/** Lists the employees on leave, by day. */
export async function readCalendar(
  service: Service,
  company: Company,
  asked: { from_date: string; to_date: string },
): Promise<LeaveCalendarDay[]> {
  const [from, to] = [civilDate(asked.from_date), civilDate(asked.to_date)]
  if (to < from) throw badRequest('to_date is before from_date.')
  if (daysBetween(from, to) > LONGEST_DAYS) throw badRequest('The calendar shows at most one year at a time.')
  const days = await readAwayDays(service.database.query, company.id, from, to)
  return days.map((row) => ({
    employee_id: row.employee_id,
    format_name: formatName(row),
    date: row.date,
    ...openly(company.jurisdiction, row.leave_type),
    hours: Number(row.hours),
    is_requested: row.is_open,
  }))
}

/** The type and name of a colleague's leave. Leave because of family violence is shown as other leave. */
function openly(jurisdiction: string, type: LeaveType): { leave_type: LeaveType; name: string } {
  const shown = allCountries().some(({ leave }) => leave.violenceType === type) ? 'OTHER' : type
  return { leave_type: shown, name: leaveName(jurisdiction, shown) }
}

/** Creates a secret feed address for calendar programs. It is shown once. */
export function createFeed(service: Service, caller: Caller, company: Company): Promise<CalendarFeed> {
  return service.database.transaction(async (tx) => {
    const token = randomToken()
    const { id, created_at } = await insertFeed(tx, {
      customer_id: company.customer_id,
      company_id: company.id,
      user_id: caller.userId,
      token_hash: hashToken(token),
      created_at: service.clock.now(),
    })
    const url = `${service.settings.publicUrl}/calendar/${token}`
    return { id, created_at: timestamp(created_at), created_by: null, url }
  })
}

export async function readFeeds(service: Service, company: Company): Promise<CalendarFeed[]> {
  const rows = await listFeeds(service.database.query, company.id)
  return rows.map(({ id, created_at, name }) => ({
    id,
    created_at: timestamp(created_at),
    created_by: name,
    url: null,
  }))
}

export function endFeed(service: Service, company: Company, id: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    if (!(await revokeFeed(tx, company.id, id, service.clock.now())))
      throw notFound('Calendar address not found.')
  })
}

/**
 * Writes the feed as iCalendar (RFC 5545), or returns undefined if the address is not valid. It shows who is away, but
 * not why.
 */
export async function writeFeed(service: Service, token: string): Promise<string | undefined> {
  const feed = await findFeed(service.database.query, hashToken(token), service.clock.today())
  return feed && inCell(feed.cell, () => writeCalendar(service, feed))
}

async function writeCalendar(
  service: Service,
  feed: { company_id: number; customer_id: number },
): Promise<string | undefined> {
  const { query } = service.database
  const company = await findFeedCompany(query, feed.company_id, feed.customer_id)
  if (!company) return undefined
  const today = todayOf(service, company)
  const days = await readAwayDays(
    query,
    feed.company_id,
    addDays(today, -FEED_DAYS.before),
    addDays(today, FEED_DAYS.ahead),
  )
  const stamp = `${service.clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tasman//Leave//EN',
    `X-WR-CALNAME:${escaped(`Leave at ${company.legal_name}`)}`,
    ...spellsOf(days.filter(({ is_open }) => !is_open)).flatMap((spell) => eventOf(spell, stamp)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

type Spell = { employee: AwayDay; from: CivilDate; to: CivilDate }

/** Joins consecutive days of one employee into spells, bridging weekends. */
function spellsOf(days: readonly AwayDay[]): Spell[] {
  return [...Map.groupBy(days, (day) => day.employee_id).values()].flatMap((own) => {
    const spells: Spell[] = []
    for (const day of own) {
      const last = spells.at(-1)
      if (last && daysBetween(last.to, day.date) <= 3) last.to = day.date
      else spells.push({ employee: day, from: day.date, to: day.date })
    }
    return spells
  })
}

function eventOf({ employee, from, to }: Spell, stamp: string): string[] {
  const dayText = (day: CivilDate) => day.replaceAll('-', '')
  return [
    'BEGIN:VEVENT',
    `UID:leave-${employee.employee_id}-${dayText(from)}@tasman`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dayText(from)}`,
    `DTEND;VALUE=DATE:${dayText(addDays(to, 1))}`,
    `SUMMARY:${escaped(`${formatName(employee)} is away`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/[\r\n]+/g, ' ')

/** Folds lines at 75 octets. Continuation lines start with a space (RFC 5545, 3.1). */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const sign of line) {
    if (Buffer.byteLength(part + sign) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part].join('\r\n ')
}
