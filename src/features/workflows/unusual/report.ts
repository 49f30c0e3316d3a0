import type { Tx } from '../../../database/connect.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { eachAlone } from '../../../kernel/each-alone.ts'
import type { Service } from '../../../service.ts'
import { flushAudit, SHOWS_EVERYONE } from '../../platform/audit/index.ts'
import { type NewMail, writeMails } from '../../platform/mail/index.ts'
import { findUnusual } from './find.ts'
import {
  listChangedRuns,
  listManyReads,
  listOwnersOf,
  type ManyReads,
  type NewReport,
  storeReports,
  takeChangedRun,
} from './queries.ts'
import { sayUnusual, UNUSUAL_RULES } from './rules.ts'

const RUNS_AT_ONCE = 200
/** The maximum number of sentences in one email. The check of the run lists all of them. */
const LINES_MAX = 30
const HOUR_MS = 3_600_000
const NEVER_AGAIN = new Date(0)

/** Mails the owners the anomalies of processed runs, each once. */
export async function reportRuns(service: Service, stopped?: AbortSignal): Promise<void> {
  const { database, log } = service
  await eachAlone(
    (after: { id: number } | undefined) => listChangedRuns(database.query, after?.id ?? 0, RUNS_AT_ONCE),
    ({ id }) =>
      database.transaction(async (tx) => {
        const run = await takeChangedRun(tx, id)
        if (run) await reportRun(service, tx, run)
      }),
    { log, failure: 'a pay run was not checked for unusual pays', stopped },
  )
}

async function reportRun(service: Service, tx: Tx, run: PayRunRow): Promise<void> {
  const unusual = (await findUnusual(service, tx, run)).filter(({ isLess }) => !isLess)
  const found = unusual.map((each) => ({
    ...each,
    report: {
      customer_id: run.customer_id,
      company_id: run.company_id,
      rule: each.rule,
      about: `run ${run.id}${each.employeeId === null ? '' : ` employee ${each.employeeId}`}`,
      pay_run_id: run.id,
      employee_id: each.employeeId,
    } satisfies NewReport,
  }))
  const reports = new Map(found.map(({ report }) => [`${report.rule} ${report.about}`, report]))
  const fresh = await storeReports(tx, [...reports.values()], service.clock.now(), NEVER_AGAIN)
  const lines = found
    .filter(({ report }) => fresh.has(`${report.rule} ${report.about}`))
    .map(({ name, message }) => (name === null ? message : `${name}: ${message}`))
  await mailOwners(service, tx, run.customer_id, {
    subject: `Unusual in the pay run to ${run.end_date}`,
    first: `the pay run to ${run.end_date} (run ${run.id}) was processed. These things are unusual; none of them stopped it.`,
    lines,
  })
}

/** Mails the owners which users viewed the numbers of very many people. */
export async function reportReads(service: Service): Promise<void> {
  const { people, hours, days } = UNUSUAL_RULES['many-reads'].limits
  await flushAudit(service)
  const now = service.clock.now()
  const ago = (some: number) => new Date(now.getTime() - some * HOUR_MS)
  await service.database.transaction(async (tx) => {
    const users = await listManyReads(tx, ago(hours), people, SHOWS_EVERYONE)
    const aboutOf = ({ user_id, client_id }: ManyReads) =>
      `user ${user_id} with ${client_id ?? 'the web app'}`
    const fresh = await storeReports(
      tx,
      users.map((user) => ({
        customer_id: user.customer_id,
        company_id: null,
        rule: 'many-reads',
        about: aboutOf(user),
        pay_run_id: null,
        employee_id: null,
      })),
      now,
      ago(days * 24),
    )
    const told = users.filter((user) => fresh.has(`many-reads ${aboutOf(user)}`))
    for (const [customerId, own] of Map.groupBy(told, ({ customer_id }) => customer_id))
      await mailOwners(service, tx, customerId, {
        subject: 'Very many tax or bank account numbers were read',
        first:
          'the audit log shows who read whose numbers. If you did not expect this, end the access of this user or application.',
        lines: own.map((user) =>
          sayUnusual('many-reads', {
            user: user.name,
            people: user.people,
            hours,
            application: user.client_id ?? 'the web app',
          }),
        ),
      })
  })
}

type Letter = { subject: string; first: string; lines: readonly string[] }

async function mailOwners(service: Service, tx: Tx, customerId: number, letter: Letter): Promise<void> {
  if (letter.lines.length === 0) return
  const owners = await listOwnersOf(tx, [customerId])
  const more = letter.lines.length - LINES_MAX
  const lines = [
    ...letter.lines.slice(0, LINES_MAX),
    ...(more > 0 ? [`And ${more} more, which the check of the run lists.`] : []),
  ]
  await writeMails(
    service,
    tx,
    owners.map(
      ({ name, email }): NewMail => ({
        customerId,
        to: email,
        subject: letter.subject,
        text: [`Hello ${name},`, letter.first, lines.join('\n')],
      }),
    ),
  )
}
