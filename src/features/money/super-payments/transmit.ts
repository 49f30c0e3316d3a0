import { countryOf, todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { AnswerNote } from '../../../database/tables/reporting.ts'
import type { SuperFile } from '../../../database/tables/super-files.ts'
import { dayIn } from '../../../kernel/clock.ts'
import { eachAlone } from '../../../kernel/each-alone.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { type GatewayAnswer, GatewayDown, requireNamedLines } from '../../../ports/lodgement/gateway.ts'
import type { ContributionMessage, SuperGateway } from '../../../ports/super-gateway/port.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { openText } from '../../lodgements/lodgements/index.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { endLines, loadFileLines } from '../payments/index.ts'
import { requireContributionFile, viewFile } from './contribution-files.ts'
import { changeFile, findFile, loadPartiesOfRows } from './queries.ts'
import type { SuperFileView } from './schema.ts'
import { openReturnedContributions } from './settle.ts'
import { claimFile, queueFile, storeTransmission } from './transmit-queries.ts'

/** Longer than an attempt takes, so a file has one sender at a time. */
const LEASE_MS = 120_000
const ASK_AGAIN_MS = 15_000
const DAY_MS = 86_400_000
/** Funds may return a contribution after they accepted it. They are asked each day for this long. */
const ASKED_FOR_DAYS = 60
const REASON_MAX = 200

/** Sends a contribution file to the funds, now if the provider answers, and otherwise in the background. */
export async function sendFile(service: Service, company: Company, id: number): Promise<SuperFileView> {
  requireContributionFile(company)
  if (!service.ports.superGateway)
    throw conflict('Contribution files are uploaded by hand here. Set SUPER_GATEWAY_URL to send them.')
  const { database } = service
  const file = await findFile(database.query, company.id, id)
  if (!file) throw notFound(`No contribution file of this company has the id ${id}.`)
  if (file.cancelled_at) throw conflict(`Contribution file ${id} is cancelled: make another one.`)
  if (!file.row_lines)
    throw conflict(`Contribution file ${id} was made before files could be sent: upload it by hand.`)
  const lines = await loadFileLines(database.query, service.cipher, id, 'super_file_id')
  if (file.transmission === null && lines.some((line) => line.outcome === 'returned'))
    throw conflict(
      `Contributions of file ${id} were already returned, so it was uploaded by hand. Create a file of the open contributions and send that one.`,
    )
  const isQueued = await database.transaction((tx) => queueFile(tx, id, service.clock.now()))
  if (!isQueued) throw conflict(`Contribution file ${id} was sent already.`)
  const claimed = await claim(service, id)
  if (claimed) await attempt(service, claimed)
  return viewFile(service, present(await findFile(database.query, company.id, id)))
}

/** Sends files that are queued, collects answers, and asks for contributions that came back. */
export async function sendDueFiles(service: Service, stopped?: AbortSignal): Promise<void> {
  await eachAlone(
    async () => {
      const file = await claim(service, null)
      return file ? [file] : []
    },
    (file) => attempt(service, file),
    { log: service.log, failure: 'a contribution file was not sent', stopped },
  )
}

const claim = (service: Service, id: number | null) =>
  claimFile(service.database.query, service.clock.now(), LEASE_MS, {
    id,
    sandboxId: service.sandbox()?.customerId ?? null,
  })

async function attempt(service: Service, file: SuperFile): Promise<void> {
  const { clock, database, ports, settings } = service
  const gateway = ports.superGateway
  const company = await findCompany(database.query, service.cipher, file.company_id)
  if (!gateway || !company) return
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  try {
    if (file.transmission === 'accepted' || file.transmission === 'partial')
      return await takeReturned(service, gateway, company, file)
    const answer = await ask(service, gateway, company, file)
    requireNamedLines(answer, new Set((file.row_lines ?? []).map((_, index) => index + 1)))
    if (answer.state !== 'received') return await takeAnswer(service, company, file, answer)
    const change = { transmission: 'sent' as const, nextAttemptAt: later(ASK_AGAIN_MS) }
    await storeTransmission(database.query, file.id, change)
  } catch (error) {
    if (!(error instanceof GatewayDown)) throw error
    const waits = settings.gatewayRetryWaits
    const seconds = waits[file.attempts - 1] ?? waits.at(-1) ?? 60
    const transmission = file.transmission ?? 'queued'
    await storeTransmission(database.query, file.id, { transmission, nextAttemptAt: later(seconds * 1000) })
  }
}

/** A message that the provider never received is sent again, under the same id. */
async function ask(
  service: Service,
  gateway: SuperGateway,
  company: Company,
  file: SuperFile,
): Promise<GatewayAnswer> {
  const answer = file.transmission === 'sent' ? await gateway.collect(file.file_id) : null
  return answer ?? gateway.send(messageOf(service, company, file))
}

const messageOf = ({ cipher }: Service, company: Company, file: SuperFile): ContributionMessage => ({
  messageId: file.file_id,
  abn: company.abn ?? '',
  contributions: file.contribution_count,
  total: file.total,
  file: openText(cipher, 'super_files.content', file.file_id, file.content),
})

/** Rows that a fund refused come back; a refused file is cancelled, and all of it is open again. */
function takeAnswer(
  service: Service,
  company: Company,
  file: SuperFile,
  { state, receipt, notes }: Exclude<GatewayAnswer, { state: 'received' }>,
): Promise<void> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const now = service.clock.now()
    const isOver = state === 'rejected'
    await storeTransmission(tx, file.id, {
      transmission: state,
      nextAttemptAt: isOver ? null : new Date(now.getTime() + DAY_MS),
      receipt,
      notes,
      attempts: 0,
    })
    const today = todayOf(service, company)
    if (isOver && file.paid_on === null) {
      await endLines(tx, { column: 'super_file_id', id: file.id })
      await changeFile(tx, file.id, { cancelled_at: now })
    } else {
      const whole = notes[0]?.message ?? 'The funds refused the file'
      const refused = isOver
        ? (file.row_lines ?? []).map((_, index) => ({ document: index + 1, message: whole }))
        : notes.flatMap(named)
      const rows = refused.map(({ document, message }) => ({ document, returnedOn: today, reason: message }))
      await giveBack(service, tx, company, file, rows)
    }
  })
}

const named = ({ document, message }: AnswerNote) => (document === null ? [] : [{ document, message }])

/** Each row comes back once, however often the provider lists it. */
async function takeReturned(
  service: Service,
  gateway: SuperGateway,
  company: Company,
  file: SuperFile,
): Promise<void> {
  const rows = await gateway.returned(file.file_id)
  const now = service.clock.now()
  const isOld = now.getTime() - file.created_at.getTime() > ASKED_FOR_DAYS * DAY_MS
  await service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    await giveBack(service, tx, company, file, rows)
    await storeTransmission(tx, file.id, {
      transmission: file.transmission ?? 'accepted',
      nextAttemptAt: isOld ? null : new Date(now.getTime() + DAY_MS),
      attempts: 0,
    })
  })
}

type RowBack = { document: number; returnedOn: string; reason: string }

async function giveBack(
  service: Service,
  tx: Tx,
  company: Company,
  file: SuperFile,
  rows: readonly RowBack[],
): Promise<void> {
  if (rows.length === 0) return
  const parties = await loadPartiesOfRows(tx, service.cipher, file.id)
  const returns = await openReturnedContributions(service, tx, company, file.id)
  for (const row of rows) {
    const line = file.row_lines?.[row.document - 1]
    if (!line) {
      service.log.warn(
        { file: file.id, document: row.document },
        'a fund named a row that the file does not have',
      )
      continue
    }
    const [pay_id, lineId] = line
    const party = parties.get(lineId)
    const body = {
      returned_on: withinLife(service, company, file, row.returnedOn),
      reason: (row.reason || 'The fund gave no reason').slice(0, REASON_MAX),
      items: [{ pay_id, kind: 'super' as const, ...(party ? { party } : {}) }],
    }
    returns.take(body, { isRepeatable: true })
  }
  await returns.store()
}

/** A date outside the life of the file would be refused, so the nearest valid day is used. */
function withinLife(service: Service, company: Company, file: SuperFile, day: string): string {
  const today = todayOf(service, company)
  const made = dayIn(countryOf(company.jurisdiction).timeZone, file.created_at)
  return day > today ? today : day < made ? made : day
}
