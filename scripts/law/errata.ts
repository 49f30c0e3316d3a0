import { sql } from 'kysely'
import { inCell, MAIN_CELL } from '../../src/database/current-cell.ts'
import { inEachCell } from '../../src/database/each-cell.ts'
import { findCompany } from '../../src/features/employer/companies/index.ts'
import { type Erratum, findErrata, recalculatePays } from '../../src/features/pays/pays/index.ts'
import { runForOperator } from '../../src/features/platform/approvals/index.ts'
import { loadLawOfPays } from '../../src/features/platform/law/index.ts'
import { decimal, ZERO } from '../../src/kernel/values/money.ts'
import type { RateBook } from '../../src/load-rates.ts'
import type { Service } from '../../src/service.ts'

/** A pay that corrected tables change, and whether it has been lodged and paid. */
export type KnownErratum = Erratum & {
  cell: string
  company: string
  employee: string
  address: readonly string[]
  isLodged: boolean
  isPaid: boolean
}

/** Lists the pays of all companies that a corrected bundle changes. */
export async function listErrata(
  service: Service,
  after: RateBook,
  filter: { companyId?: number },
): Promise<KnownErratum[]> {
  const { of: before } = await loadLawOfPays(service.database.query)
  const listInCell = async (cell: string): Promise<KnownErratum[]> => {
    const found: Erratum[] = []
    for await (const erratum of findErrata(service.database.query, { before, after }, filter))
      found.push(erratum)
    const about = await loadContext(service, found)
    return found.flatMap((erratum) => {
      const known = about.get(erratum.payId)
      return known ? [{ ...erratum, ...known, cell }] : []
    })
  }
  return (await inEachCell(service.database, listInCell)).flat()
}

type Context = Pick<KnownErratum, 'company' | 'employee' | 'address' | 'isLodged' | 'isPaid'>

async function loadContext({ database }: Service, errata: readonly Erratum[]): Promise<Map<number, Context>> {
  const ids = errata.map(({ payId }) => payId)
  const { rows } = await sql<Context & { id: number }>`
    select pays.id, companies.legal_name as company, employees.first_name || ' ' || employees.last_name as employee,
      array_remove(array[nullif(employees.address1, ''), nullif(concat_ws(' ', employees.city, employees.postcode), '')], null) as address,
      exists (select from submission_pays link where link.pay_id = pays.id and link.counts) as "isLodged",
      exists (select from payment_lines line where line.pay_id = pays.id and line.is_living) as "isPaid"
    from pays join companies on companies.id = pays.company_id join employees on employees.id = pays.employee_id
    where pays.id = any(${ids}::int[])`.execute(database.query)
  return new Map(rows.map(({ id, ...context }) => [id, context]))
}

/** The list for an operator, by company, with totals of every figure. `isDetailed` adds a line per pay. */
export function describeErrata(errata: readonly KnownErratum[], { isDetailed = false } = {}): string[] {
  if (errata.length === 0) return ['No existing pay changes.']
  const byCompany = [...Map.groupBy(errata, ({ companyId }) => companyId)]
  const people = new Set(errata.map(({ employeeId }) => employeeId)).size
  return [
    `${errata.length} pays of ${people} people in ${byCompany.length} companies change:`,
    ...byCompany.flatMap(([id, own]) => [
      `  ${own[0]?.company} (company ${id}): ${own.length} pays, ${count(own, 'isLodged')} lodged, ${count(own, 'isPaid')} paid; ${sums(own)}`,
      ...(isDetailed ? own.map(describePay) : []),
    ]),
  ]
}

const count = (errata: readonly KnownErratum[], which: 'isLodged' | 'isPaid') =>
  errata.filter((erratum) => erratum[which]).length

function sums(errata: readonly KnownErratum[]): string {
  const all = errata.flatMap(({ figures }) => figures)
  return [...Map.groupBy(all, ({ figure }) => figure)]
    .map(([figure, own]) => {
      const total = own.reduce(
        (sum, { before, after }) => sum.plus(decimal(after || '0')).minus(decimal(before || '0')),
        ZERO,
      )
      return `${figure} ${total.toFixed(2)}`
    })
    .join(', ')
}

function describePay({ payId, employee, payDate, figures, isTermination }: KnownErratum): string {
  const changes = figures.map(({ figure, before, after }) => `${figure} ${before} → ${after}`).join(', ')
  const note = isTermination ? ' (final pay: delete it and pay it again)' : ''
  return `    pay ${payId}, ${employee}, ${payDate}: ${changes}${note}`
}

/** The most pays that one request to calculate again takes. */
const CORRECTED_AT_ONCE = 2000

/**
 * Recalculates the pays company by company, oldest first. Where a company requires two people for pay runs, the correction
 * waits for its approval instead. A failure in one company does not stop the others.
 */
export async function correctErrata(service: Service, errata: readonly KnownErratum[]): Promise<string[]> {
  const lines: string[] = []
  for (const own of Map.groupBy(errata, (erratum) => erratum.companyId).values()) {
    const name = own[0]?.company
    try {
      lines.push(...(await correctCompany(service, own)).map((line) => `${name}: ${line}`))
    } catch (error) {
      lines.push(`${name}: not corrected. ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return lines
}

async function correctCompany(service: Service, errata: readonly KnownErratum[]): Promise<string[]> {
  const { companyId = 0, cell = MAIN_CELL } = errata[0] ?? {}
  const payIds = errata
    .filter(({ isTermination }) => !isTermination)
    .toSorted((a, b) => (a.payDate === b.payDate ? a.payId - b.payId : a.payDate < b.payDate ? -1 : 1))
    .map(({ payId }) => payId)
  const lines: string[] = []
  const finalPays = errata.length - payIds.length
  if (finalPays > 0) lines.push(`${finalPays} final pays are left: delete them and pay them again.`)
  const company = await inCell(cell, () => findCompany(service.database.query, service.cipher, companyId))
  if (!company) return ['deleted since then.']
  for (let from = 0; from < payIds.length; from += CORRECTED_AT_ONCE) {
    const part = payIds.slice(from, from + CORRECTED_AT_ONCE)
    const request = {
      method: 'POST',
      path: `/api/company/${companyId}/pays/recalculate`,
      body: { pay_ids: part },
    }
    const done = await service.actFor({ customerId: company.customer_id, cell, sandbox: null }, () =>
      runForOperator(service, request, () =>
        recalculatePays(service, { company, payIds: part, isDryRun: false, isRenewed: false }),
      ),
    )
    if ('approvalId' in done) {
      const rest = payIds.length - from - part.length
      lines.push(`${part.length} pays wait for approval ${done.approvalId} by a person of the company.`)
      if (rest > 0) lines.push(`${rest} more pays: run this command again once it is approved.`)
      return lines
    }
    lines.push(`${part.length} pays corrected; differences to lodge or pay show as open.`)
  }
  return lines
}
