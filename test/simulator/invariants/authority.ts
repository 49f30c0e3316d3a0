import { InlandRevenue, TaxOffice } from '../../independent/authority.ts'
import { checkInlandRevenue, checkTaxOffice, type Payee } from '../../independent/reporting.ts'
import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import type { Invariant } from '../types.ts'

const KINDS = new Set(['stp-pay-event', 'stp-update', 'payday-filing', 'payday-amendment'])

export const authority: Invariant = {
  name: 'authority',
  sentence:
    'What accepted messages say, read by an independent reader, is the sum of the pays once nothing is open.',
  async check(company) {
    const wrong = await compareReported(company)
    company.isReported = false
    return wrong
  },
}

/**
 * After everything was reported, the authority's figures. Undefined while a message is under way or something is left
 * to report.
 */
export async function compareReported(company: Company): Promise<string | undefined> {
  if (!company.isReported) return undefined
  const { caller, base, ledger } = company
  const due: AnyJson[] = await caller.read(`${base}/obligations`)
  if (due.some((row) => KINDS.has(row.kind) && row.status !== 'done')) return undefined
  const office = await officeOf(company)
  if (!office) return undefined
  company.isReported = false
  company.count('authority compared')
  const pays = [...ledger.pays.values()]
  return office instanceof InlandRevenue
    ? checkInlandRevenue(office, pays)
    : checkTaxOffice(office, pays, (id) => payeeOf(company, id))
}

function payeeOf(company: Company, id: number): Payee {
  const person = company.personById(id)
  return { opening: person?.opening, isLabourHire: person?.kind === 'Labour Hire' }
}

/** Messages with at least one line that the authority holds. */
const HELD = new Set(['accepted', 'partial'])

/** The documents that it refused, counted from 1. */
async function refusedOf(company: Company, row: AnyJson): Promise<Set<number>> {
  if (row.status !== 'partial') return new Set()
  const { lines } = await company.caller.read(`${company.reports}/submissions/${row.id}`)
  return new Set(
    lines.flatMap(({ outcome }: AnyJson, index: number) => (outcome === 'rejected' ? [index + 1] : [])),
  )
}

/** The authority's state after every accepted message, the oldest first. Undefined while one is under way. */
async function officeOf(company: Company): Promise<TaxOffice | InlandRevenue | undefined> {
  const list: AnyJson[] = await company.caller.read(`${company.reports}/submissions`)
  if (list.some(({ status }) => status === 'queued' || status === 'sent')) return undefined
  const ids = list.filter(({ status }) => HELD.has(status)).map(({ id }) => id as number)
  const fresh = ids.filter((id) => !company.office.messages.has(id)).sort((a, b) => a - b)
  const last = Math.max(0, ...company.office.messages)
  // A message was accepted after a later one had been read, so all are read again in order.
  const isOutOfOrder = fresh.some((id) => id < last)
  if (isOutOfOrder || !company.office.holds)
    company.office = { messages: new Set(), holds: company.isNz ? new InlandRevenue() : new TaxOffice() }
  for (const id of isOutOfOrder ? ids.sort((a, b) => a - b) : fresh) {
    const path = `${company.reports}/submissions/${id}/${company.isNz ? 'file' : 'xml'}`
    const { text } = await company.caller.get(path)
    const refused = await refusedOf(
      company,
      list.find((row) => row.id === id),
    )
    company.office.holds?.take(text, refused)
    company.office.messages.add(id)
    company.fix(path, text)
  }
  return company.office.holds
}
