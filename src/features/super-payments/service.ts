import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import type { Employee } from '../../database/tables/employees.ts'
import { amount, formatName, timestamp } from '../../http/view.ts'
import type { CivilDate } from '../../payroll/dates.ts'
import { LAWS } from '../../payroll/index.ts'
import { decimal, sum } from '../../payroll/money.ts'
import { present } from '../../payroll/present.ts'
import { badRequest, conflict, notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { openAccountNumber } from '../companies/index.ts'
import { loadEmployees, openEmployee } from '../employees/index.ts'
import { openText, sealText } from '../lodgements/index.ts'
import { lockCompanyPays } from '../pays/index.ts'
import { loadSuperFunds } from '../super-funds/index.ts'
import { type Fund, type Share, splitAmongFunds, superOf } from './contributions.ts'
import {
  type FileLine,
  findFile,
  findRun,
  insertFile,
  type ListedFile,
  loadFileLines,
  loadSuperPays,
  markPaid,
  type SuperFilter,
  type SuperPay,
} from './queries.ts'
import { type Member, type Sender, writeSaff } from './saff.ts'
import type { Contribution, SuperFileView } from './schema.ts'

type Owed = { pay: SuperPay; share: Share; line: FileLine | undefined }

/** Super is an Australian matter. */
export function requireAustralian(company: Company): void {
  if (LAWS[company.jurisdiction].retirement !== 'super')
    throw badRequest(
      'Super payments are for Australian companies; New Zealand has KiwiSaver, paid with PAYE.',
    )
}

/** Every contribution of the company's processed pays, with its fund, due date and status. */
export async function listContributions(
  service: Service,
  company: Company,
  filter: SuperFilter & { status?: Contribution['status'] },
): Promise<Contribution[]> {
  requireAustralian(company)
  const owed = await loadOwed(service.database.query, company.id, filter)
  const today = service.clock.today('AU')
  const rows = owed.map((each) => contributionView(each, today))
  return filter.status ? rows.filter((row) => row.status === filter.status) : rows
}

async function loadOwed(query: Queryable, companyId: number, filter: SuperFilter): Promise<Owed[]> {
  const pays = await loadSuperPays(query, companyId, filter)
  const funds = Map.groupBy(
    await loadSuperFunds(query, [...new Set(pays.map((pay) => pay.employee_id))]),
    (fund) => fund.employee_id,
  )
  const lines = new Map(
    (
      await loadFileLines(
        query,
        pays.map((pay) => pay.id),
      )
    ).map((line) => [`${line.pay_id}/${line.fund_rank}`, line]),
  )
  return pays.flatMap((pay) =>
    splitAmongFunds(superOf(pay), funds.get(pay.employee_id) ?? defaultFund(pay)).map((share) => ({
      pay,
      share,
      line: lines.get(`${pay.id}/${share.fund?.rank ?? 0}`),
    })),
  )
}

/** The fund that the employee record itself names, where there is no list of funds. */
function defaultFund(pay: SuperPay): Fund[] {
  if (!pay.default_usi) return []
  return [
    {
      rank: 0,
      fund_type: 'APRA',
      fund_name: null,
      usi: pay.default_usi,
      abn: null,
      esa: null,
      member_number: pay.default_member_number,
      percentage: '100',
    },
  ]
}

function statusOf({ pay, share, line }: Owed, today: CivilDate): Contribution['status'] {
  if (line && decimal(line.amount).eq(share.amount)) return line.paid_on ? 'paid' : 'in-file'
  if (line) return 'changed'
  if (share.fund === null) return 'no-fund'
  return pay.super_due_date !== null && pay.super_due_date < today ? 'overdue' : 'due'
}

function contributionView(owed: Owed, today: CivilDate): Contribution {
  const { pay, share, line } = owed
  return {
    pay_id: pay.id,
    pay_run_id: pay.pay_run_id,
    pay_date: pay.processed_date,
    employee_id: pay.employee_id,
    format_name: formatName(pay),
    fund: share.fund
      ? {
          fund_type: share.fund.fund_type,
          fund_name: share.fund.fund_name,
          usi: share.fund.usi,
          abn: share.fund.abn,
          member_number: share.fund.member_number,
        }
      : null,
    guarantee_amount: Number(share.guarantee.toFixed()),
    sacrificed_amount: Number(share.sacrificed.toFixed()),
    voluntary_amount: Number(share.voluntary.toFixed()),
    amount: Number(share.amount.toFixed()),
    due_date: pay.super_due_date,
    status: statusOf(owed, today),
    super_file_id: line?.super_file_id ?? null,
  }
}

/** Makes the contribution file of a run; what went into an earlier file unchanged stays there. */
export async function createFile(service: Service, company: Company, runId: number): Promise<SuperFileView> {
  requireAustralian(company)
  const { database, cipher, clock } = service
  return database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    if (!(await findRun(tx, company.id, runId)))
      throw notFound(`No pay run of this company has the id ${runId}.`)
    const today = clock.today('AU')
    const all = await loadOwed(tx, company.id, { pay_run_id: runId })
    const open = all.filter((owed) => !['paid', 'in-file'].includes(statusOf(owed, today)))
    if (all.length === 0) throw badRequest('This run has no processed pay that owes super.')
    if (open.length === 0) throw conflict('Every contribution of this run is in a file already.')
    const homeless = open.find(({ share }) => share.fund === null)
    if (homeless) throw badRequest(`${formatName(homeless.pay)} has no super fund.`)
    const changed = open.find((owed) => statusOf(owed, today) === 'changed')
    if (changed)
      throw conflict(
        `The super of pay ${changed.pay.id} changed after it went into file ${changed.line?.super_file_id}: settle the difference with the fund.`,
      )
    const sender = senderOf(service, company)
    const ids = [...new Set(open.map(({ pay }) => pay.employee_id))]
    const members = new Map(
      (await loadEmployees(tx, company.id, { ids })).map((row) => [
        row.id,
        memberOf(openEmployee(cipher, row)),
      ]),
    )
    const fileId = randomUUID()
    const content = writeSaff(
      fileId,
      sender,
      today,
      open.map(({ pay, share }) => ({
        member: present(members.get(pay.employee_id)),
        share,
        periodStart: pay.period_start,
        periodEnd: pay.period_end,
        paymentReference: `TAS${runId}-${pay.id}-${share.fund?.rank ?? 0}`,
      })),
    )
    const file = await insertFile(
      tx,
      {
        company_id: company.id,
        pay_run_id: runId,
        file_id: fileId,
        content: sealText(cipher, 'super_files.content', fileId, content),
        total: sum(open.map(({ share }) => share.amount)).toFixed(2),
        contribution_count: open.length,
        created_at: clock.now(),
      },
      open.map(({ pay, share }) => ({
        payId: pay.id,
        fundRank: share.fund?.rank ?? 0,
        amount: share.amount.toFixed(),
      })),
    )
    return fileView(file)
  })
}

/** Records that the contributions of a file were paid, or that they were not after all. */
export async function payFile(
  service: Service,
  company: Company,
  id: number,
  paidOn: string | null,
): Promise<SuperFileView> {
  requireAustralian(company)
  await requireFile(service, company, id)
  return fileView(await service.database.transaction((tx) => markPaid(tx, id, paidOn)))
}

/** The file itself, as CSV text. */
export async function readFile(
  service: Service,
  company: Company,
  id: number,
): Promise<{ name: string; text: string }> {
  const file = await requireFile(service, company, id)
  const text = openText(service.cipher, 'super_files.content', file.file_id, file.content)
  return { name: `super-run-${file.pay_run_id}-${file.id}.csv`, text }
}

async function requireFile(service: Service, company: Company, id: number) {
  const file = await findFile(service.database.query, company.id, id)
  if (!file) throw notFound(`No contribution file of this company has the id ${id}.`)
  return file
}

export function fileView(file: ListedFile): SuperFileView {
  return {
    id: file.id,
    company_id: file.company_id,
    pay_run_id: file.pay_run_id,
    file_id: file.file_id,
    total: amount(file.total),
    contribution_count: file.contribution_count,
    paid_on: file.paid_on,
    created_at: timestamp(file.created_at),
  }
}

/** A clearing house asks for all of these. */
function senderOf(service: Service, company: Company): Sender {
  const needed = ['abn', 'email_address', 'phone', 'contact_name', 'bank_bsb', 'bank_account_number'] as const
  const missing = needed.filter((name) => !company[name])
  if (missing.length > 0)
    throw badRequest(`A contribution file needs more of the company: set ${missing.join(', ')}.`)
  const [given = '', ...family] = (company.contact_name ?? '').trim().split(/\s+/)
  return {
    abn: company.abn ?? '',
    name: company.legal_name,
    contactGivenName: family.length > 0 ? given : '',
    contactFamilyName: family.join(' ') || given,
    email: company.email_address ?? '',
    phone: company.phone ?? '',
    bsb: company.bank_bsb ?? '',
    accountNumber: openAccountNumber(service.cipher, company) ?? '',
    accountName: company.bank_account_name ?? company.legal_name,
  }
}

function memberOf(employee: Employee): Member {
  return {
    tfn: employee.tax_file_number?.replace(/\s/g, '') ?? null,
    familyName: employee.last_name,
    givenName: employee.first_name,
    otherName: employee.middle_name,
    gender: employee.gender,
    dateOfBirth: employee.date_of_birth,
    address1: employee.address1,
    address2: employee.address2,
    city: employee.city,
    state: employee.state,
    postcode: employee.postcode,
    country: employee.country,
    email: employee.email_address,
    landline: employee.phone_home,
    mobile: employee.phone_mobile,
    payrollNumber: employee.number ?? String(employee.id),
    startDate: employee.start_date,
    endDate: employee.is_terminated ? employee.termination_date : null,
    employmentStatus: employee.employment_status,
  }
}
