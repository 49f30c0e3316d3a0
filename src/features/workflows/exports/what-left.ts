import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { maskAll, maskFile } from '../../../security/masking.ts'
import type { Service } from '../../../service.ts'
import { buildPayslip, loadPayslips, withoutNumbers } from '../../documents/payslips/index.ts'
import {
  findSubmission,
  listSubmissions,
  openText,
  viewSubmissions,
} from '../../lodgements/lodgements/index.ts'
import {
  fileText,
  listPaymentFiles,
  listSettlements,
  viewPaymentFile,
  viewSettlement,
} from '../../money/payments/index.ts'
import { listSuperFiles, readSuperFile, viewSuperFile } from '../../money/super-payments/index.ts'
import { listPayIds } from '../../pays/pays/index.ts'
import { loadJournals, viewJournal } from '../../reports/journals/index.ts'
import { jsonPart, type Part } from './archive.ts'

/*
 * Records of everything that was sent: messages with their receipts, files with their content, settlements,
 * journals and payslips.
 */

export const WHAT_LEFT: [string, string][] = [
  ['lodgements.json', 'Every message to an authority with its document, receipt and answer, newest first.'],
  ['bank-files.json', 'Every bank file with its content, newest first.'],
  ['super-files.json', 'Every contribution file with its content, newest first.'],
  ['settlements.json', 'Amounts settled without a file, newest first.'],
  ['journals.json', 'Every journal with its lines, by date.'],
  ['payslips.json', 'Every payslip by sections and lines, oldest first.'],
]

const AT_ONCE = 100

export function whatLeft(service: Service, company: Company, isMasked: boolean): Part[] {
  const shown = (text: string) => (isMasked ? maskFile(text) : text)
  const { database, cipher } = service
  const { query } = database
  const { authority, retirement } = countryOf(company.jurisdiction)
  return [
    jsonPart(
      'lodgements.json',
      async function* () {
        for (const row of await listSubmissions(query, company.id, authority.code)) {
          const [view] = await viewSubmissions(query, [row])
          const whole = await findSubmission(query, company.id, authority.code, row.id)
          if (!whole) continue
          const { message_id: id, document, content } = whole
          const text = openText(cipher, 'submissions.document', id, document)
          yield {
            ...view,
            document: isMasked ? maskAll(text) : text,
            content: shown(openText(cipher, 'submissions.content', id, content)),
          }
        }
      },
      isMasked,
    ),
    jsonPart(
      'bank-files.json',
      async function* () {
        for (const file of await listPaymentFiles(query, company.id, {}))
          yield { ...viewPaymentFile(file), content: shown(fileText(service, file)) }
      },
      isMasked,
    ),
    jsonPart(
      'super-files.json',
      async function* () {
        if (retirement.contributionFile === null) return
        for (const file of await listSuperFiles(query, company.id))
          yield {
            ...viewSuperFile(service, file),
            content: shown((await readSuperFile(service, company, file.id)).text),
          }
      },
      isMasked,
    ),
    jsonPart(
      'settlements.json',
      async function* () {
        for (const settlement of await listSettlements(query, company.id, {}))
          yield viewSettlement(settlement)
      },
      isMasked,
    ),
    jsonPart(
      'journals.json',
      async function* () {
        for (const journal of await loadJournals(query, company.id, {})) yield viewJournal(journal)
      },
      isMasked,
    ),
    jsonPart(
      'payslips.json',
      async function* () {
        for await (const listed of listPayIds(query, company.id, {}, 'none'))
          for (let from = 0; from < listed.length; from += AT_ONCE) {
            const ids = listed.slice(from, from + AT_ONCE).map((pay) => pay.id)
            for (const whole of await loadPayslips(service, company, ids))
              yield { pay_id: whole.pay.id, ...buildPayslip(isMasked ? withoutNumbers(whole) : whole) }
          }
      },
      isMasked,
    ),
  ]
}
