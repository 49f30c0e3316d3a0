import type { Authority } from '../../../countries/contract/authority.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { notFound, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { lookUpFunds } from '../../employees/employees/index.ts'
import type { ReportError } from '../../lodgements/lodgements/index.ts'
import { checkRunFiling } from '../../lodgements/payday-filing/index.ts'
import { checkRunReport } from '../../lodgements/single-touch/index.ts'
import { checkRunPayments } from '../../money/payments/index.ts'
import { checkRunSuper } from '../../money/super-payments/index.ts'
import { loadOwedTotals, owedAtTheEnd } from '../../pays/back-pay/index.ts'
import {
  explainPaidAhead,
  listPendingIds,
  listSkipped,
  lockCompanyPays,
  processPending,
} from '../../pays/pays/index.ts'
import { type RememberedEmployee, rememberNow } from '../../pays/snapshots/index.ts'
import { adviceOf } from './advice.ts'
import type { Finding } from './finding.ts'
import { boundFindings, type WordedFinding } from './groups.ts'
import { hoursBeyond, paidTwice } from './hours.ts'
import { watchOutdated } from './outdated.ts'
import { findRun, hasDrafts, listEnded, loadRunPeople, type RunPerson } from './queries.ts'
import { repeatedPays } from './repeated-pays.ts'
import type { RunFinding, RunReadiness } from './schema.ts'
import { unusualFindings } from './unusual.ts'

type CheckCall = { company: Company; userId: number; runId: number; isEveryListed: boolean }

/**
 * Produces a run's bank file, contribution file and report in a transaction that is rolled back, and lists
 * what would be refused. It has no rules of its own because it runs the same code.
 */
export async function checkRun(
  service: Service,
  { company, userId, runId, isEveryListed }: CheckCall,
): Promise<RunReadiness> {
  const today = await loadToday(service, company, runId)
  return service.database.transaction(
    async (tx) => {
      await lockCompanyPays(tx, company.id)
      const run = await findRun(tx, company.id, runId)
      if (!run) throw notFound('Pay run not found.')
      const people = await loadRunPeople(tx, company.id, runId)
      const skipped = await explainPaidAhead(tx, run, await listSkipped(tx, run, { isDrafted: true }))
      const beyond = [
        ...(await hoursBeyond(tx, run)),
        ...(await repeatedPays(tx, run)),
        ...(await paidTwice(tx, company, run)),
      ]
      const findOutdated = await watchOutdated(tx, runId)
      const isDraft = await hasDrafts(tx, runId)
      const refused = await processAll(service, tx, company, runId)
      const findings = [
        ...(refused ? [refused] : await laterRefusals(service, tx, company, userId, runId)),
        ...beyond,
        ...(refused ? [] : await findOutdated()),
        ...(refused ? [] : await owedAtEnds(service, tx, company, run)),
        ...adviceOf(company, run, people, today, service.rates),
        ...(await unusualFindings(service, tx, run, today, isDraft)),
      ]
      return {
        pay_run_id: runId,
        is_ready: findings.every(({ severity }) => severity !== 'blocks'),
        pay_count: people.reduce((count, person) => count + person.pay_count, 0),
        person_count: people.length,
        ...boundFindings(viewFindings(findings, people), isEveryListed),
        skipped,
      }
    },
    { dryRun: true },
  )
}

/** The current records of the run's people. Their funds are looked up in the registry before the transaction starts. */
async function loadToday(service: Service, company: Company, runId: number): Promise<RememberedEmployee[]> {
  const { query } = service.database
  const people = await loadRunPeople(query, company.id, runId)
  const today = await rememberNow(
    service,
    query,
    people.map((person) => person.employee_id),
  )
  if (countryOf(company.jurisdiction).retirement.contributionFile === null) return today
  const unnamed = today.flatMap(({ funds }) =>
    funds.flatMap((fund) => (fund.fund_name ? [] : (fund.usi ?? []))),
  )
  await lookUpFunds(service, [...new Set(unnamed)])
  return today
}

async function processAll(
  service: Service,
  tx: Tx,
  company: Company,
  runId: number,
): Promise<Finding | null> {
  try {
    await processPending(service, tx, company, await listPendingIds(tx, runId), {
      isDryRun: false,
      isTrial: true,
    })
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { area: 'pay', severity: 'blocks', message: error.message, mend: 'pay', employeeId: null }
  }
}

async function laterRefusals(
  service: Service,
  tx: Tx,
  company: Company,
  userId: number,
  runId: number,
): Promise<Finding[]> {
  const bank = (await checkRunPayments(service, tx, company, runId)).map(
    ({ employeeId, sentence, isAccountMissing, isWarning }): Finding => ({
      area: 'bank',
      severity: isWarning ? 'look' : 'blocks',
      employeeId,
      message: sentence,
      ...(isAccountMissing ? { many: 'have no bank account for their wages' } : {}),
      mend: employeeId === null ? 'company' : 'bank-accounts',
    }),
  )
  const contributions = (await checkRunSuper(service, tx, company, runId)).map(
    ({ employeeId, sentence, isFundMissing, isWarning }): Finding => ({
      area: 'super',
      severity: isWarning ? 'look' : 'blocks',
      employeeId,
      message: sentence,
      ...(isFundMissing ? { many: 'have no super fund' } : {}),
      mend:
        employeeId === null
          ? 'company'
          : isFundMissing || /super funds/.test(sentence)
            ? 'super-funds'
            : 'employee',
    }),
  )
  return [...bank, ...contributions, ...(await reportRefusals(service, tx, company, userId, runId))]
}

async function reportRefusals(
  service: Service,
  tx: Tx,
  company: Company,
  userId: number,
  runId: number,
): Promise<Finding[]> {
  const { authority, words } = countryOf(company.jurisdiction)
  if (!authority.isReportedBy(company))
    return [
      {
        area: 'lodgement',
        severity: 'look',
        employeeId: null,
        message: `${words.lodging} is switched off: this run would not be reported.`,
        mend: 'company',
      },
    ]
  const reporter = { service, company, userId }
  const errors = authority.gateway === null ? [] : await CHECKS[authority.gateway](reporter, tx, runId)
  return [...errors.map(viewReportError), ...withoutTransport(service, authority)]
}

/** Back pay that is owed to people whose final pay is in this run. */
async function owedAtEnds(service: Service, tx: Tx, company: Company, run: PayRunRow): Promise<Finding[]> {
  const ended = await listEnded(tx, run.id)
  const owed = await loadOwedTotals(service, tx, company, ended, run.end_date)
  return [...owed].map(([employeeId, total]) => ({
    area: 'pay',
    severity: 'look',
    employeeId,
    message: owedAtTheEnd(total),
    mend: 'pay',
  }))
}

/** The function that builds and checks the messages of each gateway. */
const CHECKS = { stp: checkRunReport, payday: checkRunFiling } as const

const viewReportError = ({ employee_id, message, field }: ReportError): Finding => ({
  area: 'lodgement',
  severity: 'blocks',
  employeeId: employee_id,
  message: `${message} (${field})`,
  mend: employee_id === null ? 'company' : 'employee',
})

export function withoutTransport({ ports }: Service, { code, name, gateway }: Authority): Finding[] {
  if (gateway === null || ports.transports[code]) return []
  return [
    {
      area: 'lodgement',
      severity: 'look',
      employeeId: null,
      message: `The service has no connection to ${name} yet: lodging would be refused.`,
      mend: 'operator',
    },
  ]
}

/** Blocking findings come first, then the order is by name. A finding that occurs twice for a person is listed once. */
function viewFindings(findings: readonly Finding[], people: readonly RunPerson[]): WordedFinding[] {
  const byId = new Map(people.map((person) => [person.employee_id, person]))
  const place = new Map(people.map((person, index) => [person.employee_id, index]))
  const rows = findings.map((finding): WordedFinding => {
    const who = byId.get(finding.employeeId ?? 0)
    return {
      area: finding.area,
      severity: finding.severity,
      employee_id: finding.employeeId,
      pay_id: who?.pay_id ?? null,
      format_name: who ? `${who.first_name} ${who.last_name}` : null,
      message: finding.message,
      mend: finding.mend,
      ...(finding.needs_confirmation ? { needs_confirmation: true } : {}),
      ...(finding.rule ? { rule: finding.rule } : {}),
      ...(finding.many ? { many: finding.many } : {}),
    }
  })
  const order = (row: RunFinding) =>
    (row.severity === 'blocks' ? 0 : 1_000_000) + (place.get(row.employee_id ?? 0) ?? -1)
  const unique = new Map(rows.map((row) => [`${row.employee_id} ${row.message}`, row]))
  return [...unique.values()].sort((a, b) => order(a) - order(b))
}
