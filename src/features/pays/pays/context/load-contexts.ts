import { countryOf } from '../../../../countries/index.ts'
import { settleAll, type Tx } from '../../../../database/connect.ts'
import { addYears } from '../../../../kernel/values/dates.ts'
import { present } from '../../../../kernel/values/present.ts'
import type { PastQuestion, PeriodHours } from '../../../../payroll/history.ts'
import type { Service } from '../../../../service.ts'
import type { LoadedPast, PayCountry } from '../country/types.ts'
import { MAX_PAY_ID, pastQuestionOf } from '../job/past-question.ts'
import type { PayEmployee } from '../job/pay-employee.ts'
import type { PayJob } from '../job/pay-job.ts'
import { type ContextRows, contextReader, type EmployeeContext, sharing } from './employee-context.ts'
import { decodePays, type EncodedHistory } from './history-codec.ts'
import { type DatedItem, loadItems, loadPaidItems, loadRates, loadTemplates } from './items.ts'
import type { LoadQuestion } from './load-question.ts'
import { loadPastDetails, loadPayHistory } from './pay-history.ts'
import type { PipelineRun } from './pipeline-run.ts'
import { loadUsualPays } from './usual-pays.ts'

/**
 * Loads the data that the jobs need for all their employees, with one query per kind of data. All jobs have the same pay
 * date.
 */
export async function loadEmployeeContexts(
  run: PipelineRun,
  jobs: readonly PayJob[],
): Promise<Map<number, EmployeeContext>> {
  const groups = [...Map.groupBy(jobs, (job) => job.employee.id).values()]
  const contextOf = contextReader(await readRows(run, groups), run.country)
  return new Map(groups.map((group) => [present(group[0]).employee.id, contextOf(group)]))
}

async function readRows(
  { service, tx, company, country }: PipelineRun,
  groups: readonly (readonly PayJob[])[],
): Promise<ContextRows> {
  const jobs = groups.flat()
  const ids = groups.map((group) => present(group[0]).employee.id)
  const questions = groups.map((group) => loadQuestion(group, country))
  // The queries are pipelined, so the server need not wait for this process between them.
  const endings = jobs.filter((job) => job.termination !== null && job.request !== null)
  const [items, { templates, attached }, rates, usual, past, paid] = await settleAll([
    loadItems(tx, ids, jobs[0]?.existing?.id ?? null),
    loadTemplates(tx, company.id, ids),
    jobs.some(namesRate) ? loadRates(tx, company.id, ids) : [],
    loadUsualPays(tx, questions, country.adviseOn !== undefined),
    loadPayHistory(tx, country, questions),
    // A fixed amount is due once per period. The final pay must not repeat items already on the period's pay.
    loadPaidItems(
      tx,
      endings.map(({ employee, run, existing }) => ({
        employeeId: employee.id,
        runId: run.id,
        selfId: existing?.id ?? 0,
      })),
    ),
  ])
  const isTemplatePaid = (row: { employee_id: number; allowance_id: number }) =>
    paid.some((line) => line.employee_id === row.employee_id && line.template_id === row.allowance_id)
  const itemsOf = Map.groupBy(items, (item) => item.employee_id)
  return {
    items: itemsOf,
    paidItems: new Set(paid.flatMap((row) => row.item_id ?? [])),
    templates,
    attached: attached.filter((row) => !isTemplatePaid(row)),
    rates,
    usual,
    ...(await loadDetails(tx, country, questions, { past, items: itemsOf })),
    taxNumbers: new Map(
      country.looksAtTaxNumber
        ? groups.map(([job]) => {
            const { employee } = present(job)
            return [employee.id, openTaxNumber(service, employee)]
          })
        : [],
    ),
  }
}

/** Whether an item is paid as an extra without being asked for. */
const comesAsExtra = (item: DatedItem) =>
  item.auto_apply_to_pay && (item.kind === 'bonus' || item.kind === 'back_payment')

/**
 * Loads the details of the few pays taxed together with the period or with its leave in advance. A termination, or a payment for other periods, needs
 * the details of the whole history, pay by pay.
 */
async function loadDetails(
  tx: Tx,
  country: PayCountry,
  questions: readonly ContextQuestion[],
  loaded: { past: ReadonlyMap<number, EncodedHistory>; items: ReadonlyMap<number, readonly DatedItem[]> },
): Promise<Pick<ContextRows, 'past' | 'details'>> {
  const sharingOf = ({ employeeId, jobs }: ContextQuestion) =>
    sharing(decodePays(loaded.past.get(employeeId)?.near ?? null), jobs)
  const isFar = ({ employeeId, needs }: ContextQuestion) =>
    needs.hasDetails || loaded.items.get(employeeId)?.some(comesAsExtra)
  const near = questions.filter((question) => question.needs.hasDetailsOfPeriod && !isFar(question))
  const { readsDetailsOf } = country
  const readOf = ({ employeeId, asked }: ContextQuestion) =>
    readsDetailsOf
      ? decodePays(loaded.past.get(employeeId)?.pays ?? null).filter((pay) =>
          asked.some((each) => readsDetailsOf(pay, each)),
        )
      : []
  const ofPeriod = await loadPastDetails(
    tx,
    country,
    near.flatMap((question) => [...sharingOf(question), ...readOf(question)].map((pay) => pay.id)),
  )
  const reachesBack = (pay: LoadedPast['pays'][number]) =>
    pay.isTermination || ofPeriod.get(pay.id)?.lines.some((line) => line.taxMethod !== null)
  const far = questions.filter((question) => isFar(question) || sharingOf(question).some(reachesBack))
  const past = await loadUnsummedPast(tx, country, far, loaded.past)
  const all = far.flatMap(({ employeeId }) => decodePays(past.get(employeeId)?.pays ?? null))
  const rest = await loadPastDetails(
    tx,
    country,
    all.map((pay) => pay.id).filter((id) => !ofPeriod.has(id)),
  )
  return { past, details: new Map([...ofPeriod, ...rest]) }
}

/** Reads the history again pay by pay, for employees whose pays were summed. */
async function loadUnsummedPast(
  tx: Tx,
  country: PayCountry,
  questions: readonly ContextQuestion[],
  past: ReadonlyMap<number, EncodedHistory>,
): Promise<ReadonlyMap<number, EncodedHistory>> {
  if (!country.history.sums) return past
  const summed = questions.flatMap(({ sumBefore, ...question }) => (sumBefore ? [question] : []))
  if (summed.length === 0) return past
  return new Map([...past, ...(await loadPayHistory(tx, country, summed))])
}

type ContextQuestion = LoadQuestion & {
  asked: readonly PastQuestion[]
  jobs: readonly PayJob[]
  beforeId: number
  yearBefore: { start: string; end: string }
}

function loadQuestion(group: readonly PayJob[], country: PayCountry): ContextQuestion {
  const last = present(group.at(-1))
  const asked = group.map((job) => pastQuestionOf(job))
  const needs = asked.map(country.needsOfPast)
  const sumsApartAt = needs.every((need) => need.sumsApartAt) ? needs[0]?.sumsApartAt : undefined
  return {
    asked,
    jobs: group,
    employeeId: last.employee.id,
    runId: last.run.id,
    selfId: last.existing?.id ?? 0,
    beforeId: asked.at(-1)?.beforeId ?? MAX_PAY_ID,
    yearBefore: countryOf(country.country).law.taxYear(addYears(last.timing.payDate, -1)),
    needs: {
      from: needs.map((need) => need.from).reduce((a, b) => (a < b ? a : b)),
      to: needs.at(-1)?.to ?? null,
      hasDetails: needs.some((need) => need.hasDetails),
      hasDetailsOfPeriod: needs.some((need) => need.hasDetailsOfPeriod),
      hasHours: needs.some((need) => need.hasHours),
      hasLastPay: needs.some((need) => need.hasLastPay),
      ...(sumsApartAt ? { sumsApartAt } : {}),
    },
    ...(sumsApartAt || !country.history.sums ? { sumBefore: last.timing.payDate } : {}),
    hasOpening: last.employee.has_opening,
    isUncounted: group.every((job) => !job.existing?.wasProcessed),
    hoursInCall: group.flatMap(hoursOf),
    period: { start: last.timing.periodStart, end: last.timing.periodEnd },
  }
}

function hoursOf({ request, lines }: PayJob): PeriodHours[] {
  if (!lines) return (request?.hours ?? []).map(({ units, value }) => ({ units, value: String(value) }))
  return lines.flatMap((line) =>
    line.kind === 'hours' ? [{ units: line.details.units, value: line.details.value }] : [],
  )
}

function namesRate(job: PayJob): boolean {
  const renewed = (job.isRenewed && job.lines) || []
  return [
    ...(job.request?.hours ?? []),
    ...renewed.flatMap((line) => (line.kind === 'hours' ? line.details : [])),
  ].some((row) => row.rate_reference || row.rate_description)
}

function openTaxNumber(service: Service, { id, tax_file_number }: PayEmployee): string | null {
  if (tax_file_number === null) return null
  return service.cipher.open('employees.tax_file_number', id, tax_file_number)
}
