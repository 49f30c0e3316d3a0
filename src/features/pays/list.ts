import type { Company } from '../../database/tables/companies.ts'
import { notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import type { ListQuery, PayRunView, PayView } from './answer/schema.ts'
import { showPay } from './answer/stored.ts'
import { type AnswerPay, type Grouping, headOf, keyOf } from './answer/text.ts'
import { findPay, type ListedPay, listPayIds, listRuns, loadPays, type RunWithTotals } from './load/pays.ts'

const PAYS_AT_ONCE = 200

/** One pay of the company. */
export async function readPay(service: Service, company: Company, payId: number): Promise<PayView> {
  const pay = await findPay(service.database.query, company.id, payId)
  if (!pay) throw notFound('Pay not found.')
  return showPay(pay, company.jurisdiction)
}

/** Which pays a list holds, in the order that its grouping needs. */
export function findPays(
  service: Service,
  company: Company,
  filter: ListQuery & { isWorkersComp?: boolean },
  grouping: Grouping,
): Promise<ListedPay[]> {
  const order = grouping === 'none' ? 'none' : grouping === 'run' ? 'run' : 'employee'
  return listPayIds(service.database.query, company.id, filter, order)
}

/** The JSON text of a list of pays, read and written part by part: memory stays that of one part. */
export async function* writeList(
  service: Service,
  company: Company,
  listed: readonly ListedPay[],
  grouping: Grouping,
): AsyncGenerator<string> {
  let open: string | undefined
  let separator = '['
  for await (const pay of readParts(service, company, listed)) {
    if (grouping === 'none') {
      yield separator + pay.json
      separator = ','
      continue
    }
    const key = keyOf(pay, grouping)
    if (key === open) yield `,${pay.json}`
    else {
      yield `${open === undefined ? '[' : ']},'}{${headOf(pay, grouping)},"pays":[${pay.json}`
      open = key
    }
  }
  if (grouping === 'none') yield separator === '[' ? '[]' : ']'
  else yield open === undefined ? '[]' : ']}]'
}

async function* readParts(
  service: Service,
  company: Company,
  listed: readonly ListedPay[],
): AsyncGenerator<AnswerPay> {
  const read = (from: number) =>
    loadPays(
      service.database.query,
      listed.slice(from, from + PAYS_AT_ONCE).map((pay) => pay.id),
    )
  let next = read(0)
  for (let from = 0; from < listed.length; from += PAYS_AT_ONCE) {
    const pays = await next
    next = read(from + PAYS_AT_ONCE)
    // The next part is read while this one is written; its failure is raised when its turn comes.
    next.catch(() => {})
    for (const pay of pays)
      yield {
        employeeId: pay.employee.id,
        employeeNumber: pay.employee.number,
        run: pay.run,
        json: JSON.stringify(showPay(pay, company.jurisdiction)),
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

/** One run with its totals, and which pays it holds. */
export async function readRun(
  service: Service,
  company: Company,
  runId: number,
): Promise<{ run: PayRunView; pays: ListedPay[] }> {
  const [run] = await listRuns(service.database.query, company.id, { id: runId })
  if (!run) throw notFound('Pay run not found.')
  const rows = await service.database.query
    .selectFrom('pays')
    .innerJoin('employees', 'employees.id', 'pays.employee_id')
    .select(['pays.id', 'employee_id', 'employees.number', 'pay_run_id'])
    .where('pay_run_id', '=', runId)
    .orderBy('pays.id')
    .execute()
  return { run: viewRun(run), pays: rows }
}

function viewRun(run: RunWithTotals): PayRunView {
  return {
    pay_run_id: run.id,
    pay_run_start_date: run.start_date,
    pay_run_end_date: run.end_date,
    pay_period: run.pay_period,
    status: run.pay_count === 0 ? 'empty' : run.pending_count > 0 ? 'pending' : 'processed',
    totals: {
      employee_count: run.employee_count,
      gross: Number(run.gross),
      tax: Number(run.tax),
      net: Number(run.net),
      super: Number(run.super),
      kiwisaver_employee: Number(run.kiwisaver_employee),
      kiwisaver_employer: Number(run.kiwisaver_employer),
    },
  }
}
