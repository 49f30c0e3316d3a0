import { isRecord } from '../../kernel/is-record.ts'
import { createAccess, NO_ACCESS } from '../lodgement/access.ts'
import { GatewayDown } from '../lodgement/gateway.ts'
import { createProviderCaller, gatewayOver, type ProviderCaller } from '../lodgement/https.ts'
import {
  type ContributionMessage,
  MEMBER_ANSWERS,
  type MemberAnswer,
  type ReturnedRow,
  type SuperGateway,
} from './port.ts'

const REASON_MAX = 200

/**
 * The same contract as for reports (`PUT` and `GET {url}/messages/{message_id}`), with two more addresses:
 * `GET {url}/messages/{message_id}/returned` lists rows that came back, and `PUT {url}/members/{request_id}` asks a fund
 * about a member.
 */
export function createHttpsSuperGateway(
  url: string,
  { token, signingSecret }: { token: string; signingSecret: string },
): SuperGateway {
  const access = createAccess({ ...NO_ACCESS, token })
  const call = createProviderCaller(url, access, { secret: signingSecret, now: Date.now })
  return {
    ...gatewayOver<ContributionMessage>(call),
    returned: (messageId) => readReturned(call, messageId),
    async verify(question) {
      try {
        const { status, text } = await call(`/members/${question.requestId}`, question)
        return status === 200 ? readMember(text) : NO_ANSWER
      } catch (error) {
        if (error instanceof GatewayDown) return NO_ANSWER
        throw error
      }
    },
  }
}

const NO_ANSWER: MemberAnswer = { answer: 'unavailable', reason: null }

async function readReturned(call: ProviderCaller, messageId: string): Promise<ReturnedRow[]> {
  const { status, text } = await call(`/messages/${messageId}/returned`)
  if (status === 404) return []
  const rows = status === 200 ? parse(text) : null
  if (!Array.isArray(rows)) throw new GatewayDown(`The provider for super answered with status ${status}`)
  return rows.flatMap((row): ReturnedRow[] => {
    const { document, returnedOn, reason } = isRecord(row) ? row : {}
    const isRow = typeof document === 'number' && /^\d{4}-\d{2}-\d{2}$/.test(String(returnedOn))
    return isRow ? [{ document, returnedOn: String(returnedOn), reason: wordsOf(reason) }] : []
  })
}

function readMember(text: string): MemberAnswer {
  const body = parse(text)
  const given = isRecord(body) ? body : {}
  const answer = MEMBER_ANSWERS.find((word) => word === given.answer)
  if (!answer) return NO_ANSWER
  return { answer, reason: typeof given.reason === 'string' ? wordsOf(given.reason) : null }
}

const wordsOf = (value: unknown) =>
  String(value ?? '')
    .slice(0, REASON_MAX)
    .trim() || 'The fund gave no reason'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
