import type { Company } from '../../../database/tables/companies.ts'
import { notFound } from '../../../kernel/problem.ts'
import { partsOf, readAhead } from '../../../kernel/read-ahead.ts'
import type { Service } from '../../../service.ts'
import { type Grouping, orderedListText, type PayText } from './answer/text.ts'
import { viewStoredPay } from './answer/view.ts'
import { loadEditors } from './context/editors.ts'
import { findShownPay, type ListedPay, listPayIds, loadShownPays } from './context/pays.ts'
import { listRunPays, listRuns, type RunTotals, type RunWithTotals } from './context/runs.ts'
import { countryOf } from './country/index.ts'
import type { ListQuery } from './request/query.ts'
import type { PayRunView, PayView } from './schema/pay.ts'
import { withVersion } from './version.ts'

const PAYS_AT_ONCE = 200

export async function readPay(service: Service, company: Company, payId: number): Promise<PayView> {
  const { query } = service.database
  const country = countryOf(company)
  const pay = await findShownPay(query, country, company.id, payId)
  if (!pay) throw notFound('Pay not found.')
  return viewStoredPay(pay, country)
}

/** Adds the version and the last editor to a pay. */
export async function addVersion(service: Service, pay: PayView): Promise<PayView> {
  const id = pay.id ?? 0
  return withVersion(pay, (await loadEditors(service.database.query, [id])).get(id))
}

type Parts = Iterable<readonly ListedPay[]> | AsyncIterable<readonly ListedPay[]>

/** The pays of a list in chunks, in the order of the grouping. The first chunk is already loaded. */
export async function findPays(
  service: Service,
  company: Company,
  filter: ListQuery & { isWorkersComp?: boolean },
  grouping: Grouping,
): Promise<{ first: readonly ListedPay[]; parts: Parts }> {
  const order = grouping === 'none' ? 'none' : grouping === 'run' ? 'run' : 'employee'
  const parts = listPayIds(service.database.query, company.id, filter, order)
  const { value: first = [] } = await parts.next()
  const all = async function* () {
    yield first
    yield* parts
  }
  return { first, parts: all() }
}

/** Streams a list of pays as JSON text. Memory use is limited to one chunk. */
export function writeList(
  service: Service,
  company: Company,
  listed: Parts,
  grouping: Grouping,
  options: { isForEditing?: boolean } = {},
): AsyncGenerator<string> {
  return orderedListText(readPays(service, company, listed, options), grouping)
}

/** Yields the pays in list order. The next chunk is loaded while the current one is written. */
async function* readPays(
  service: Service,
  company: Company,
  listed: Parts,
  { isForEditing = false }: { isForEditing?: boolean },
): AsyncGenerator<PayText> {
  const { query } = service.database
  const country = countryOf(company)
  const read = async (part: readonly ListedPay[]) => {
    const ids = part.map((pay) => pay.id)
    return {
      pays: await loadShownPays(query, country, ids),
      editors: isForEditing ? await loadEditors(query, ids) : null,
    }
  }
  for await (const list of listed)
    for await (const { pays, editors } of readAhead(partsOf(list, PAYS_AT_ONCE), read))
      for (const pay of pays) {
        const view = viewStoredPay(pay, country)
        const isDraft = pay.row.status === 'pending'
        yield {
          employeeId: pay.employee.id,
          employeeNumber: pay.employee.number,
          run: pay.run,
          json: JSON.stringify(isDraft && editors ? withVersion(view, editors.get(pay.row.id)) : view),
        }
      }
}

/** The company's pay runs with their totals. */
export async function readRuns(
  service: Service,
  company: Company,
  filter: { from_date?: string; to_date?: string },
): Promise<PayRunView[]> {
  return (await listRuns(service.database.query, company.id, filter)).map(viewRun)
}

/** One run with its totals and the ids of its pays. */
export async function readRun(
  service: Service,
  company: Company,
  runId: number,
): Promise<{ run: PayRunView; pays: ListedPay[] }> {
  const [run] = await listRuns(service.database.query, company.id, { id: runId })
  if (!run) throw notFound('Pay run not found.')
  return { run: viewRun(run), pays: await listRunPays(service.database.query, runId) }
}

/** The read model of a run. */
export function viewRun(run: RunWithTotals): PayRunView {
  return {
    pay_run_id: run.id,
    pay_run_start_date: run.start_date,
    pay_run_end_date: run.end_date,
    pay_period: run.pay_period,
    status: run.pay_count === 0 ? 'empty' : run.pending_count > 0 ? 'pending' : 'processed',
    pay_calendar_id: run.pay_calendar_id,
    totals: viewTotals(run),
    payment_dates: run.payment_dates.map((date) => ({ pay_date: date.pay_date, ...viewTotals(date) })),
  }
}

function viewTotals(sums: RunTotals): PayRunView['totals'] {
  return {
    employee_count: sums.employee_count,
    gross: Number(sums.gross),
    tax: Number(sums.tax),
    net: Number(sums.net),
    super: Number(sums.super),
    kiwisaver_employee: Number(sums.kiwisaver_employee),
    kiwisaver_employer: Number(sums.kiwisaver_employer),
  }
}
