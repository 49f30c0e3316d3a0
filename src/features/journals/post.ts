import type { Company } from '../../database/tables/companies.ts'
import { decimal } from '../../payroll/money.ts'
import { AccountingDown, type ManualJournal, type PostAnswer } from '../../ports/accounting/port.ts'
import { conflict, notFound, Unavailable } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { lineDescription } from './export.ts'
import { claimJournal, findConnection, finishPosting, loadJournals, type WholeJournal } from './queries.ts'

/** Longer than the transport waits: a process that died gives the journal up after it. */
const LEASE_MS = 60_000

/** Hands a journal to the company's books, once. A second call answers what the first one did. */
export async function postJournal(service: Service, company: Company, id: number): Promise<WholeJournal> {
  const journal = await requireJournal(service, company, id)
  if (journal.status === 'posted') return journal
  const connection = await openConnection(service, company)
  refuseSimulator(service)
  const now = service.clock.now()
  const isClaimed = await service.database.transaction((tx) =>
    claimJournal(tx, company.id, id, now, new Date(now.getTime() + LEASE_MS)),
  )
  if (!isClaimed) throw conflict('The journal is being posted: ask again in a minute.')
  const answer = await send(service, company, journal, connection)
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
  if (answer.state === 'refused')
    throw conflict(`The accounting system refused the journal: ${answer.reason}`)
  return requireJournal(service, company, id)
}

export async function requireJournal(service: Service, company: Company, id: number): Promise<WholeJournal> {
  const [journal] = await loadJournals(service.database.query, company.id, { ids: [id] })
  if (!journal) throw notFound('Journal not found.')
  return journal
}

async function openConnection(service: Service, company: Company) {
  const row = await findConnection(service.database.query, company.id)
  if (!row) {
    if (service.ports.accounting.isSimulated) return null
    throw conflict('Connect the company to its accounting system first: PUT …/accounting-connection.')
  }
  return {
    tenantId: row.tenant_id,
    accessToken: service.cipher.open('accounting_connections.access_token', company.id, row.access_token),
  }
}

/** Books that exist nowhere are of no use in production. */
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
  connection: Awaited<ReturnType<typeof openConnection>>,
): Promise<PostAnswer> {
  try {
    return await service.ports.accounting.post(manualJournal(company, journal), connection)
  } catch (error) {
    // The lease stays: the journal may have arrived, and the next try repeats its key.
    if (error instanceof AccountingDown)
      throw new Unavailable(`${error.message}. The journal is sent again under the same key.`, {
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
