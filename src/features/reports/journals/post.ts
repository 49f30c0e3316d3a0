import { isId } from '../../../database/ids.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict, notFound, Problem, Unavailable } from '../../../kernel/problem.ts'
import { decimal } from '../../../kernel/values/money.ts'
import {
  type AccountingConnection,
  AccountingDown,
  type ManualJournal,
  type PostAnswer,
} from '../../../ports/accounting/port.ts'
import type { Service } from '../../../service.ts'
import { openConnection, renewConnection } from './connection.ts'
import { lineDescription } from './export.ts'
import { claimJournal, finishPosting, loadJournals, type WholeJournal } from './queries.ts'

/** Longer than the transport's time-out. If a process dies, its claim on the journal expires after this time. */
const LEASE_MS = 60_000

/** Posts a journal to the company's accounting system, once. A second call returns the first result. */
export async function postJournal(service: Service, company: Company, id: number): Promise<WholeJournal> {
  const journal = await requireJournal(service, company, id)
  if (journal.status === 'posted') return journal
  const connection = await reached(openConnection(service, company))
  refuseSimulator(service)
  const now = service.clock.now()
  const isClaimed = await service.database.transaction((tx) =>
    claimJournal(tx, company.id, id, now, new Date(now.getTime() + LEASE_MS)),
  )
  if (!isClaimed) throw conflict('The journal is being posted: ask again in a minute.')
  const answer = await reached(send(service, company, journal, connection)).catch(async (error: unknown) => {
    // Nothing was sent, because the token cannot be renewed. The claim on the journal is released.
    if (error instanceof Problem && error.status === 409)
      await service.database.transaction((tx) => finishPosting(tx, company.id, id, { error: error.message }))
    throw error
  })
  await service.database.transaction((tx) =>
    finishPosting(
      tx,
      company.id,
      id,
      answer.state === 'posted'
        ? { externalId: answer.externalId, at: service.clock.now() }
        : { error: answer.reason },
    ),
  )
  if (answer.state !== 'posted') throw conflict(`The accounting system refused the journal: ${answer.reason}`)
  return requireJournal(service, company, id)
}

export async function requireJournal(service: Service, company: Company, id: number): Promise<WholeJournal> {
  const [journal] = isId(id) ? await loadJournals(service.database.query, company.id, { ids: [id] }) : []
  if (!journal) throw notFound('Journal not found.')
  return journal
}

/** Simulated books are of no use in production. */
function refuseSimulator({ settings, ports, sandbox }: Service): void {
  if (sandbox() !== null || !ports.accounting.isSimulated) return
  if (settings.mode === 'production' && !settings.allowSimulators)
    throw conflict(
      'No accounting system is set up: set ACCOUNTING_URL, or ALLOW_SIMULATORS=on to post to the simulator.',
    )
}

async function send(
  service: Service,
  company: Company,
  journal: WholeJournal,
  connection: AccountingConnection | null,
): Promise<PostAnswer> {
  const { accounting } = service.ports
  const sent = manualJournal(company, journal)
  const answer = await accounting.post(sent, connection)
  if (answer.state === 'posted' || !answer.isTokenRefused) return answer
  const another = await renewConnection(service, company)
  return another ? accounting.post(sent, another) : answer
}

/**
 * If the accounting system is down, the answer is 503. The lease stays: the journal may have arrived, and the
 * next attempt repeats its key.
 */
async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AccountingDown)
      throw new Unavailable(`${error.message}. The journal is sent again with the same key.`, {
        cause: error,
      })
    throw error
  }
}

function manualJournal(company: Company, journal: WholeJournal): ManualJournal {
  return {
    idempotencyKey: journal.message_id,
    country: company.jurisdiction,
    date: journal.journal_date,
    narration: journal.narration,
    lines: journal.lines.map((line) => ({
      accountCode: line.account_code,
      description: lineDescription(line),
      department: line.department,
      amount: decimal(line.debit).minus(decimal(line.credit)).toFixed(2),
    })),
  }
}
