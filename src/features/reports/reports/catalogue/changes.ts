import { sql } from 'kysely'
import { countryOf } from '../../../../countries/index.ts'
import { readInParts } from '../../../../database/read-in-parts.ts'
import type { AuditChange } from '../../../../database/tables/operations.ts'
import { actionWords, changedRecords, flushAudit, recordWords } from '../../../platform/audit/index.ts'
import { count, id, type Report, type ReportRequest, type Row, text, timestamp } from '../model/report.ts'

/** Write requests about the company and its employees, by date in the company's time zone. */
function changesOf({ company, caller, from, to }: ReportRequest) {
  const zone = countryOf(company.jurisdiction).timeZone
  const after = from ? sql`and log.at >= ${from}::date::timestamp at time zone ${zone}` : sql``
  const before = to ? sql`and log.at < (${to}::date + 1)::timestamp at time zone ${zone}` : sql``
  const path = `/api/company/${company.id}`
  return sql`
    from audit_log log
    left join users on users.id = log.user_id
    left join oauth_clients client on client.client_id = log.client_id
    left join employees employee on employee.company_id = ${company.id}
      and employee.id = substring(log.target from '/employees/(\\d{1,9})(?:/|$)')::int
    where log.customer_id = ${caller.customerId} and log.outcome < 400 ${after} ${before}
      and (log.target = ${path} or log.target like ${`${path}/%`}
        or log.target like ${`/api/single-touch/${company.id}/%`} or log.target like ${`/api/payday-filing/${company.id}/%`}
        or log.target like '/api/employees/%' and employee.id is not null)`
}

const WHO = sql`coalesce(users.name, users.email)`

type Logged = {
  id: number
  at: string
  user: string | null
  client: string | null
  action: string
  target: string | null
  employee: string | null
  changes: AuditChange[] | null
  request_id: string | null
}

function eachChange(question: ReportRequest) {
  return sql<Logged>`
    select log.id, to_char(log.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as at, ${WHO} as user,
      coalesce(client.name, log.client_id) as client, log.action, log.target, log.changes, log.request_id,
      employee.first_name || ' ' || employee.last_name as employee ${changesOf(question)} order by log.at, log.id`
}

/** The record as text, with the name of its employee. */
function recordOf({ target, employee, changes }: Logged): string {
  const record = changedRecords(changes) ?? recordWords(target ?? '')
  return employee && !record.includes(employee) ? `${record} (${employee})` : record
}

async function* inWords(question: ReportRequest): AsyncGenerator<Row[]> {
  const { service } = question
  await flushAudit(service)
  for await (const rows of readInParts(await service.database.reader(), eachChange(question)))
    yield rows.map((row) => {
      const { employee: _employee, changes: _changes, ...shown } = row
      return { ...shown, action: actionWords(row.action), target: recordOf(row) }
    })
}

type Counted = { user: string | null; action: string; changes: number }

async function* counted(question: ReportRequest): AsyncGenerator<Row[]> {
  const { service } = question
  await flushAudit(service)
  const statement = sql<Counted>`select ${WHO} as user, log.action, count(*)::int as changes ${changesOf(question)}
    group by 1, 2 order by 1, 2`
  for await (const rows of readInParts(await service.database.reader(), statement))
    yield rows.map((row) => ({ ...row, action: actionWords(row.action) }))
}

export const changes: Report = {
  name: 'changes',
  title: 'Changes of the period',
  description:
    'Every write to the company, its employees and its pays: who, when, what, and through which application.',
  dates: 'span',
  takes: [],
  isForOwner: true,
  groupings: {
    change: {
      title: 'Each change',
      build: (question) => ({
        columns: [
          id('id', 'Entry'),
          timestamp('at', 'When (UTC)'),
          text('user', 'Who'),
          text('client', 'Application'),
          text('action', 'What'),
          text('target', 'Record'),
          text('request_id', 'Request'),
        ],
        rows: inWords(question),
      }),
    },
    action: {
      title: 'Counted by person and action',
      build: (question) => ({
        columns: [text('user', 'Who'), text('action', 'What'), count('changes', 'Changes')],
        rows: counted(question),
      }),
    },
  },
}
