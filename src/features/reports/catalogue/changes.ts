import { sql } from 'kysely'
import { ZONES } from '../../../clock.ts'
import { flushAudit } from '../../audit/index.ts'
import { count, id, type Question, type Report, type Row, text, timestamp } from '../report.ts'

/** The writes of the company's own addresses and of its employees', in days of the deployment. */
async function asked({ service, company, caller, from, to }: Question) {
  await flushAudit(service)
  const zone = ZONES[service.settings.region]
  const after = from ? sql`and log.at >= ${from}::date::timestamp at time zone ${zone}` : sql``
  const before = to ? sql`and log.at < (${to}::date + 1)::timestamp at time zone ${zone}` : sql``
  const path = `/api/company/${company.id}`
  return sql`
    from audit_log log left join users on users.id = log.user_id
    where log.customer_id = ${caller.customerId} and log.outcome < 400 ${after} ${before}
      and (log.target = ${path} or log.target like ${`${path}/%`}
        or log.target like ${`/api/single-touch/${company.id}/%`} or log.target like ${`/api/payday-filing/${company.id}/%`}
        or substring(log.target from '^/api/employees/(\\d{1,9})(?:/|$)')::int in
          (select id from employees where company_id = ${company.id}))`
}

export const changes: Report = {
  name: 'changes',
  title: 'Changes of the period',
  description:
    'Every write to the company, its employees and its pays: who, when, what, and through which application.',
  countries: ['AU', 'NZ'],
  dates: 'span',
  takes: [],
  isForOwner: true,
  groupings: {
    change: {
      title: 'Each change',
      build: async (question) => ({
        columns: [
          id('id', 'Entry'),
          timestamp('at', 'When (UTC)'),
          text('user', 'Who'),
          text('client', 'Application'),
          text('action', 'What'),
          text('target', 'Record'),
          text('request_id', 'Request'),
        ],
        rows: sql<Row>`
          select log.id, to_char(log.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as at, users.email as user,
            log.client_id as client, log.action, log.target, log.request_id ${await asked(question)} order by log.at, log.id`,
      }),
    },
    action: {
      title: 'Counted by who and what',
      build: async (question) => ({
        columns: [text('user', 'Who'), text('action', 'What'), count('changes', 'Changes')],
        rows: sql<Row>`select users.email as user, log.action, count(*)::int as changes ${await asked(question)}
          group by 1, 2 order by 1, 2`,
      }),
    },
  },
}
