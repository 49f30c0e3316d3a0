import { checkInlandRevenue, checkTaxOffice } from '../../independent/reporting.ts'
import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import type { Invariant } from '../types.ts'

const KINDS = new Set(['stp-pay-event', 'stp-update', 'payday-filing', 'payday-amendment'])

export const authority: Invariant = {
  name: 'authority',
  sentence:
    'What accepted messages say, read by an independent reader, is the sum of the pays once nothing is open.',
  async check(company) {
    // Only in a week in which everything was reported: all messages are read.
    if (!company.isReported) return undefined
    company.isReported = false
    const { caller, base, ledger } = company
    const due: AnyJson[] = await caller.read(`${base}/obligations`)
    if (due.some((row) => KINDS.has(row.kind) && row.status !== 'done')) return undefined
    const texts = await messagesOf(company)
    if (!texts) return undefined
    company.counts.set('authority compared', (company.counts.get('authority compared') ?? 0) + 1)
    const pays = [...ledger.pays.values()]
    if (company.isNz) return checkInlandRevenue(texts, pays)
    return checkTaxOffice(texts, pays, (id) => company.personById(id)?.hasOpening ?? false)
  },
}

/** The texts of every accepted message, the oldest first; undefined while one is under way. */
async function messagesOf(company: Company): Promise<string[] | undefined> {
  const list: AnyJson[] = await company.caller.read(`${company.reports}/submissions`)
  if (list.some(({ status }) => status === 'queued' || status === 'sent')) return undefined
  const ids = list.filter(({ status }) => status === 'accepted').map(({ id }) => id as number)
  const texts: string[] = []
  for (const id of ids.sort((a, b) => a - b)) {
    const path = `${company.reports}/submissions/${id}/${company.isNz ? 'file' : 'xml'}`
    const text = company.messages.get(id) ?? (await company.caller.get(path)).text
    company.messages.set(id, text)
    company.fix(path, text)
    texts.push(text)
  }
  return texts
}
