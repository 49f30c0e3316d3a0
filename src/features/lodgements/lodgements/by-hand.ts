import { type Static, Type } from 'typebox'
import { countryOfAuthority } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type {
  AnswerNote,
  AuthorityCode,
  Submission,
  SubmissionStatus,
} from '../../../database/tables/reporting.ts'
import { closed, component, nullable, words } from '../../../http/schema.ts'
import { conflict, invalid, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { writeOutcome } from './answer.ts'
import { loadWaits } from './load-waits.ts'
import { placesOf } from './place-queries.ts'
import { closeSubmission, findSubmission } from './queries.ts'
import { reopenWithdrawn } from './reopen.ts'

export const HandAnswer = component(
  'AnswerByHand',
  closed(
    {
      outcome: words(['accepted', 'partial', 'rejected'] as const, {
        description: '`partial`: the payees named in `notes` were refused.',
      }),
      receipt: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'The authority’s receipt. Needed unless it refused the whole message.',
        }),
      ),
      notes: Type.Optional(
        Type.Array(
          closed({
            code: Type.String({ maxLength: 100 }),
            message: Type.String({ minLength: 1, maxLength: 2000, 'x-text': 'lines' }),
            employee_id: Type.Optional(nullable(Type.Integer())),
          }),
          { maxItems: 1000, description: 'The authority’s reply.' },
        ),
      ),
      is_certain: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'The message was already tried and may have arrived: this confirms that it did not.',
        }),
      ),
      has_arrived: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'A user withdrew the message, but the authority did receive it: its pays and adjustments are lodged after all. 409 when a later message reports the same employees.',
        }),
      ),
    },
    { examples: [{ outcome: 'accepted', receipt: 'ATO-0012345678' }] },
  ),
)
export type HandAnswer = Static<typeof HandAnswer>

const STATES: Record<HandAnswer['outcome'], SubmissionStatus> = {
  accepted: 'lodged-by-hand',
  partial: 'partial',
  rejected: 'rejected',
}

/** Records the authority's answer to a message that a user lodged by hand. */
export async function recordByHand(
  service: Service,
  company: Company,
  authority: AuthorityCode,
  id: number,
  answer: HandAnswer,
): Promise<void> {
  if (answer.outcome !== 'rejected' && !answer.receipt)
    throw invalid(
      ['body', 'receipt'],
      'receipt is required: it proves that the authority accepted the message',
    )
  const now = service.clock.now()
  await service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const found = await findSubmission(tx, company.id, authority, id)
    if (!found) throw notFound(`No submission of this company has the id ${id}.`)
    const isReopened = found.status === 'withdrawn' && answer.has_arrived === true
    const row = isReopened ? await reopenWithdrawn(tx, found, now) : found
    requireOpen(row)
    requireNotArrived(row, isReopened || (answer.is_certain ?? false))
    await requireAnswered(tx, row)
    const placeOf = await placesOf(tx, id)
    const notes = (answer.notes ?? []).map(({ code, message, employee_id: employee }): AnswerNote => {
      if (employee === undefined || employee === null) return { code, message, document: null }
      const place = placeOf.get(employee)
      if (place === undefined)
        throw invalid(['body', 'notes'], `Employee ${employee} is not in this submission`)
      return { code, message, document: place }
    })
    const refused = notes.flatMap(({ document }) => (document === null ? [] : [document]))
    if (answer.outcome === 'partial' && refused.length === 0)
      throw invalid(['body', 'notes'], 'name in notes which employees were refused')
    const status = STATES[answer.outcome]
    const end = { status, receipt: answer.receipt ?? null, notes }
    if (!(await closeSubmission(tx, row, end, now))) throw beingSent()
    const places = answer.outcome === 'rejected' ? 'all' : answer.outcome === 'partial' ? refused : []
    await writeOutcome(service, tx, { ...row, status }, { places, notes }, now)
  })
}

const beingSent = () => conflict('This message is being sent right now. Try again in a minute.')

function requireOpen(row: Submission): void {
  if (row.status === 'sent')
    throw conflict('This message has been received: its answer is fetched automatically.')
  if (row.status === 'withdrawn')
    throw conflict('This message was withdrawn. If it did arrive, record its answer with has_arrived.')
  if (row.status !== 'queued') throw conflict(`This submission is ${row.status}: it already has an answer.`)
}

/** After an attempt to send it, the authority may already have the message. Lodging it by hand would duplicate it. */
function requireNotArrived({ attempts, transport }: Submission, isCertain: boolean): void {
  if (attempts === 0 || transport === 'manual' || isCertain) return
  throw conflict(
    `This message was tried ${attempts} times and may have arrived. Make sure that it did not, and send is_certain.`,
  )
}

/** An amendment changes lines of an earlier message, so that message must be answered first. */
async function requireAnswered(tx: Tx, row: Submission): Promise<void> {
  if (countryOfAuthority(row.authority).authority.isYearToDate) return
  const base = (await loadWaits(tx, [row.id])).get(row.id)
  if (base !== undefined)
    throw conflict(
      `This message waits for submission ${base}, which it is built on: record that answer first.`,
    )
}

/** Withdraws a message that has not been sent. Its pays are open again. */
export async function withdraw(
  service: Service,
  company: Company,
  authority: AuthorityCode,
  id: number,
  isCertain: boolean,
): Promise<void> {
  const now = service.clock.now()
  await service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const row = await findSubmission(tx, company.id, authority, id)
    if (!row) throw notFound(`No submission of this company has the id ${id}.`)
    requireOpen(row)
    requireNotArrived(row, isCertain)
    const end = { status: 'withdrawn', receipt: null, notes: [] } as const
    if (!(await closeSubmission(tx, row, end, now))) throw beingSent()
    await writeOutcome(service, tx, { ...row, status: 'withdrawn' }, { places: 'all', notes: [] }, now)
  })
}
