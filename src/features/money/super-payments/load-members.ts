import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import { present } from '../../../kernel/values/present.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import type { Service } from '../../../service.ts'
import { type Fund, fundKey, type RememberedEmployee, rememberNow } from '../../pays/snapshots/index.ts'
import { nameOf, type Owed } from './owed.ts'
import { loadRegistered } from './queries.ts'
import { cellText, fundAbn, type Member } from './saff.ts'

type Cells = { member: Member; fund: Fund }

/**
 * The member and fund of each contribution, and the missing fields for each person. Fund details are filled
 * in from the registry.
 */
export async function findCells(
  service: Service,
  query: Queryable,
  open: readonly Owed[],
): Promise<{ rows: Cells[]; faults: { employeeId: number; sentence: string }[] }> {
  const registered = await loadRegistered(query, incompleteUsis(open))
  const today = new Map(
    (
      await rememberNow(
        service,
        query,
        open.map(({ pay }) => pay.employee_id),
      )
    ).map((employee) => [employee.id, employee]),
  )
  const rows = open.map((each) => {
    const known = registered.get(each.fund?.usi ?? '')
    const current = today.get(each.pay.employee_id)
    const fund = completed(present(each.fund ?? undefined), current?.funds ?? [])
    return {
      each,
      fund: {
        ...fund,
        fund_name: fund.fund_name ?? known?.fund_name ?? null,
        abn: fund.abn ?? known?.abn ?? null,
      },
      member: memberOf(each.member ?? present(current), current),
    }
  })
  const faults = rows.flatMap(({ each, fund, member }) =>
    [...faultsOf(nameOf(each), fund), ...memberFaults(nameOf(each), member)].map((sentence) => ({
      employeeId: each.pay.employee_id,
      sentence,
    })),
  )
  return { rows, faults }
}

/** The funds for which a file needs more details than the pays have. */
export function incompleteUsis(open: readonly Owed[]): string[] {
  return [...new Set(open.flatMap(({ fund }) => (fund?.usi && isIncomplete(fund) ? fund.usi : [])))]
}

const isIncomplete = (fund: Fund) => !fund.fund_name || fundAbn(fund) === ''

function faultsOf(name: string, fund: Fund): string[] {
  const which = fund.fund_name ?? fund.usi ?? 'the fund'
  const missing = [
    ...(fundAbn(fund) === '' ? ['ABN'] : []),
    ...(fund.fund_name ? [] : ['name']),
    ...(fund.fund_type === 'SMSF' && !fund.esa ? ['electronic service address'] : []),
    ...(fund.fund_type === 'SMSF' && !fund.bank ? ['bank account'] : []),
  ]
  if (missing.length === 0) return []
  return [`${name}: set the ${missing.join(' and ')} of ${which} in the employee’s super funds.`]
}

/** The required cells of a member (SAFF AK, AL, AO to AX), by the field that fills them. */
const NEEDED = {
  familyName: 'last_name',
  givenName: 'first_name',
  dateOfBirth: 'date_of_birth',
  address1: 'address1',
  city: 'city',
  postcode: 'postcode',
  state: 'state',
  country: 'country',
} as const satisfies Partial<Record<keyof Member, string>>

function memberFaults(name: string, member: Member): string[] {
  const missing = keysOf(NEEDED)
    .filter((cell) => cellText(member[cell]).trim() === '')
    .map((cell) => NEEDED[cell])
  if (missing.length === 0) return []
  return [
    `${name}: a contribution file needs ${missing.join(', ')}; set it on the employee and renew the pay’s snapshot.`,
  ]
}

/** Fills in missing details of a pay's fund from the same fund in the employee's current record. */
function completed(fund: Fund, current: readonly Fund[]): Fund {
  const same = current.find((each) => fundKey(each) === fundKey(fund))
  return {
    ...fund,
    fund_name: fund.fund_name ?? same?.fund_name ?? null,
    abn: fund.abn ?? same?.abn ?? null,
    esa: fund.esa ?? same?.esa ?? null,
    bank: fund.bank ?? same?.bank ?? null,
  }
}

/** A tax file number that arrived after the pay is included too. */
function memberOf(employee: RememberedEmployee, current: RememberedEmployee | undefined): Member {
  const tfn = employee.tax_file_number ?? current?.tax_file_number ?? null
  return {
    tfn: tfn?.replace(/\s/g, '') ?? null,
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
    endDate: null,
    endReason: null,
    employmentStatus: employee.employment_status,
  }
}

/** When and why employment ended, as of the time the file is created. Leavers are reported to the fund. */
export async function loadEnds(query: Queryable, open: readonly Owed[]) {
  const rows = await query
    .selectFrom('employees')
    .select([
      'id',
      'termination_date',
      sql<string | null>`(select ended.result->>'cessation_type_code' from terminations ended
        where ended.employee_id = employees.id order by ended.id desc limit 1)`.as('reason'),
    ])
    .where(sql<boolean>`id = any(${open.map(({ pay }) => pay.employee_id)}::int[])`)
    .where('is_terminated', '=', true)
    .execute()
  const ends = new Map(rows.map((row) => [row.id, row]))
  return ({ pay }: Owed) => ({
    endDate: ends.get(pay.employee_id)?.termination_date ?? null,
    endReason: ends.get(pay.employee_id)?.reason ?? null,
  })
}
