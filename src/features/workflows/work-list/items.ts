import { countryOf } from '../../../countries/index.ts'
import { addYears, type CivilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { listUpcomingOf } from '../../employer/pay-calendars/index.ts'
import { loadOfficePayments, type Obligation, obligationsOf } from '../../lodgements/obligations/index.ts'
import {
  failedLodgements,
  failedMails,
  openPaydays,
  openRequests,
  type WorkCompany,
  withheldSince,
} from './queries.ts'
import type { WorkItem } from './schema.ts'

/** An entry before what people noted about it. */
export type Found = Omit<
  WorkItem,
  'company' | 'jurisdiction' | 'client_id' | 'assignee_id' | 'note' | 'snoozed_until'
>

const NOTHING = { people: 0, amount: null, pay_run_id: null, period_end_date: null, submission_id: null }

/** Everything that waits in these companies: one statement for each kind, whatever their number. */
export async function findItems(service: Service, companies: readonly WorkCompany[]): Promise<Found[]> {
  const { query } = service.database
  const ids = companies.map(({ id }) => id)
  const today = service.clock.today()
  const yearBack = addYears(today, -1)
  const [paydays, withheld, payments, upcoming, requests, refused, mails] = await Promise.all([
    openPaydays(query, ids),
    withheldSince(query, ids, addYears(today, -2)),
    loadOfficePayments(query, ids),
    listUpcomingOf(service, companies),
    openRequests(query, ids),
    failedLodgements(query, ids, yearBack),
    failedMails(query, ids),
  ])
  const dayOf = new Map(
    companies.map(({ id, jurisdiction }) => [id, service.clock.today(countryOf(jurisdiction).timeZone)]),
  )
  const late = (companyId: number, due: CivilDate) => due < (dayOf.get(companyId) ?? today)
  return [
    ...obligations(service, companies, paydays, withheld, payments),
    ...upcoming.map((run): Found => {
      const what = run.pay_run_id === null ? 'due' : 'draft'
      return {
        ...NOTHING,
        key: `pay-run:${run.pay_calendar_id ?? run.pay_period}:${run.period_end_date}`,
        kind: 'pay-run',
        what,
        status: run.is_late ? 'overdue' : 'open',
        due_date: run.pay_date,
        company_id: run.company_id,
        title: `${what === 'draft' ? 'Process the draft' : 'Start the pay run'} to ${run.period_end_date}`,
        people: run.employee_count,
        pay_run_id: run.pay_run_id,
        period_end_date: run.period_end_date,
      }
    }),
    ...requests.map(
      (row): Found => ({
        ...NOTHING,
        key: `request:${row.id}`,
        kind: 'request',
        what: row.kind,
        status: late(row.company_id, row.day) ? 'overdue' : 'open',
        due_date: row.day,
        company_id: row.company_id,
        title: `Answer the request of ${row.name}`,
        people: 1,
      }),
    ),
    ...refused.map(
      (row): Found => ({
        ...NOTHING,
        key: `lodgement:${row.id}`,
        kind: 'lodgement',
        what: row.status,
        status: 'failed',
        due_date: row.due_date,
        company_id: row.company_id,
        title:
          row.status === 'partial'
            ? `The authority refused part of the report of ${row.pay_date}`
            : `The authority refused the report of ${row.pay_date}`,
        people: row.people,
        submission_id: row.id,
      }),
    ),
    ...mails.map(
      (row): Found => ({
        ...NOTHING,
        key: `payslip-mail:${row.pay_date}`,
        kind: 'payslip-mail',
        what: 'failed',
        status: 'failed',
        due_date: row.pay_date,
        company_id: row.company_id,
        title: `Payslips of ${row.pay_date} could not be mailed`,
        people: row.people,
      }),
    ),
  ]
}

const TITLES: Record<Obligation['kind'], string> = {
  'stp-pay-event': 'Lodge the pay event',
  'stp-update': 'Send the update event',
  'stp-finalisation': 'Finalise the year',
  super: 'Pay the super',
  'payg-withholding': 'Pay the PAYG withholding',
  'payday-filing': 'File the payday',
  'payday-amendment': 'File the amendment',
  paye: 'Pay the PAYE',
  'skipped-period': 'No one was paid',
}
const OPEN: Partial<Record<Obligation['status'], WorkItem['status']>> = {
  open: 'open',
  overdue: 'overdue',
  'under-way': 'under-way',
}

function obligations(
  service: Service,
  companies: readonly WorkCompany[],
  paydays: Awaited<ReturnType<typeof openPaydays>>,
  withheld: Awaited<ReturnType<typeof withheldSince>>,
  payments: Awaited<ReturnType<typeof loadOfficePayments>>,
): Found[] {
  const paydaysOf = Map.groupBy(paydays, (row) => row.company_id)
  const withheldOf = Map.groupBy(withheld, (row) => row.company_id)
  const paidOf = Map.groupBy(payments, (row) => row.company_id)
  return companies.flatMap((company) => {
    const owed = obligationsOf(
      service,
      company,
      paydaysOf.get(company.id) ?? [],
      withheldOf.get(company.id) ?? [],
      paidOf.get(company.id) ?? [],
    )
    return owed.flatMap((row): Found[] => {
      const status = OPEN[row.status]
      if (!status) return []
      return [
        {
          ...NOTHING,
          key: `obligation:${row.kind}:${row.reference}`,
          kind: 'obligation',
          what: row.kind,
          status,
          due_date: row.due_date,
          company_id: company.id,
          title: `${TITLES[row.kind]} for ${row.reference}`,
          people: row.employees.length,
          amount: row.amount,
          submission_id: row.submission_id,
        },
      ]
    })
  })
}
