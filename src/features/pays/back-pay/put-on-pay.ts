import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { conflict } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { requireEmployee } from '../../employees/employees/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { createPaysIn, lockCompanyPays, writeDraftsIn } from '../pays/index.ts'
import { readOwed } from './owed.ts'
import { findNextDraft } from './queries.ts'
import type { BackPay, BackPayRequest } from './schema.ts'

type Call = { caller: Caller; employeeId: number }

/** Calculates the back pay without paying it. */
export function previewBackPay(
  service: Service,
  { caller, employeeId, since }: Call & { since: CivilDate | null },
): Promise<BackPay> {
  const work = async (tx: Tx) => {
    const company = await companyOf(service, tx, caller, employeeId)
    await lockCompanyPays(tx, company.id)
    return readOwed(service, tx, company, {
      employeeId,
      since,
      payDate: await payDateOf(service, tx, employeeId),
    })
  }
  return service.database.transaction(work, { dryRun: true })
}

/** Adds the back pay to the employee's next draft, or pays it on its own on the given day. */
export function payBackPay(
  service: Service,
  { caller, employeeId, request }: Call & { request: BackPayRequest },
): Promise<BackPay> {
  return service.database.transaction(async (tx) => {
    const company = await companyOf(service, tx, caller, employeeId)
    await lockCompanyPays(tx, company.id)
    const since = request.since === undefined ? null : civilDate(request.since)
    const payDate = request.pay_date ? civilDate(request.pay_date) : await payDateOf(service, tx, employeeId)
    const owed = await readOwed(service, tx, company, { employeeId, since, payDate })
    if (owed.items.length === 0)
      throw conflict(
        'No back pay is owed: the pays since that day were paid at the rates that apply, or the back pay is already paid.',
      )
    const pay = request.pay_date
      ? await payAlone(service, tx, company, owed, payDate)
      : await addToDraft(service, tx, company, { employeeId: owed.employee_id, rows: rowsOf(owed) })
    if (!pay) throw conflict(NO_DRAFT)
    return { ...owed, warnings: [...owed.warnings, ...(pay.view?.warnings ?? [])], pay_id: pay.id }
  })
}

/** The payment date of the next draft, or today if there is none. It decides which pays belong to an earlier year. */
async function payDateOf(service: Service, tx: Tx, employeeId: number): Promise<CivilDate> {
  const draft = await findNextDraft(tx, employeeId)
  return draft ? civilDate(draft.processed_date) : service.clock.today()
}

const rowsOf = ({ items }: BackPay) =>
  items.map(({ description, amount, stp_category, tax_method, start_date, end_date }) => ({
    description,
    amount,
    stp_category,
    tax_method,
    start_date,
    end_date,
  }))

/** A pay with only back pay has no standing items, which belong to regular pays. */
const NO_OTHER_ITEMS = {
  hours: [],
  leave: [],
  allowances: [],
  deductions: [],
  bonuses: [],
  pay_sacrifices: [],
}

async function payAlone(service: Service, tx: Tx, company: Company, owed: BackPay, payDate: CivilDate) {
  const item = { employee_id: owed.employee_id, ...NO_OTHER_ITEMS, back_payments: rowsOf(owed) }
  const [stored] = await createPaysIn(service, tx, company, [item], {
    payDate,
    periodEnd: null,
    identifierType: 'employee_id',
    isDryRun: false,
    isTaxRedistributed: true,
    isWorkersComp: false,
  })
  return present(stored)
}

const NO_DRAFT =
  'The employee has no draft. Draft the next pay run first, or send pay_date to pay the back pay alone.'

/** Adds back payments to the employee's next draft. Returns null if there is no draft. */
export async function addToDraft(
  service: Service,
  tx: Tx,
  company: Company,
  { employeeId, rows }: { employeeId: number; rows: ReturnType<typeof rowsOf> },
) {
  const draft = await findNextDraft(tx, employeeId)
  if (!draft) return null
  const drafts = [{ pay_id: draft.id }]
  const { pays } = await writeDraftsIn(service, tx, company, draft.pay_run_id, drafts, (job) => ({
    lines: job.existing?.lines ?? [],
    request: { ...NO_OTHER_ITEMS, pay_department: job.department, back_payments: rows },
  }))
  return present(pays[0])
}

async function companyOf(service: Service, tx: Tx, caller: Caller, employeeId: number): Promise<Company> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404, query: tx })
  return present(await findCompany(tx, service.cipher, employee.company_id))
}
