import { fetch } from 'undici'
import { countryOf } from '../../countries/index.ts'
import { isRecord } from '../../kernel/is-record.ts'
import { AccountingDown, type AccountingPort, type ManualJournal, type PostAnswer } from './port.ts'
import { type RenewSettings, renewToken } from './renew.ts'

const WAIT_MS = 30_000

/**
 * Posts manual journals in the format of Xero's public API: `PUT {url}/ManualJournals` with the tenant, a
 * bearer token and an idempotency key. Unverified: written from the documentation and tested only against our
 * own listener.
 */
export function createHttpsAccounting(url: string, tokens: RenewSettings | null = null): AccountingPort {
  return {
    isSimulated: false,
    ...(tokens ? { renew: (refreshToken: string) => renewToken(tokens, refreshToken) } : {}),
    async post(journal, connection) {
      if (!connection)
        return { state: 'refused', reason: 'The company has no connection to its accounting system.' }
      let status: number
      let body: unknown
      try {
        const response = await fetch(`${url}/ManualJournals`, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${connection.accessToken}`,
            'xero-tenant-id': connection.tenantId,
            'idempotency-key': journal.idempotencyKey,
            'content-type': 'application/json',
            accept: 'application/json',
          },
          body: JSON.stringify({ ManualJournals: [journalBody(journal)] }),
          signal: AbortSignal.timeout(WAIT_MS),
          redirect: 'error',
        })
        status = response.status
        body = await response.json().catch(() => null)
      } catch (error) {
        throw new AccountingDown('The accounting system cannot be reached', { cause: error })
      }
      return readAnswer(status, body)
    },
  }
}

function journalBody({ date, narration, lines, country }: ManualJournal) {
  return {
    Narration: narration,
    Date: date,
    Status: 'POSTED',
    LineAmountTypes: 'NoTax',
    JournalLines: lines.map(({ accountCode, description, department, amount }) => ({
      LineAmount: Number(amount),
      AccountCode: accountCode,
      Description: description,
      TaxType: countryOf(country).untaxedCodes.xeroApi,
      ...(department === null ? {} : { Tracking: [{ Name: 'Department', Option: department }] }),
    })),
  }
}

function readAnswer(status: number, body: unknown): PostAnswer {
  if (status === 200 || status === 201) {
    const [first] = listOf(isRecord(body) ? body.ManualJournals : null)
    const id = isRecord(first) ? first.ManualJournalID : undefined
    if (typeof id === 'string' && id !== '') return { state: 'posted', externalId: id.slice(0, 100) }
    throw new AccountingDown('The accounting system sent an unexpected response')
  }
  if (status === 401 || status === 403)
    return {
      state: 'refused',
      ...(status === 401 ? { isTokenRefused: true } : {}),
      reason: 'The accounting system does not accept the access token: connect the company again.',
    }
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    return { state: 'refused', reason: refusalOf(body).slice(0, 500) }
  throw new AccountingDown(`The accounting system answered with status ${status}`)
}

/** The messages of the validation errors, or the general message. */
function refusalOf(body: unknown): string {
  if (!isRecord(body)) return 'The accounting system refused the journal.'
  const sentences = listOf(body.Elements).flatMap((element) =>
    listOf(isRecord(element) ? element.ValidationErrors : null).flatMap((error) =>
      isRecord(error) && typeof error.Message === 'string' ? [error.Message] : [],
    ),
  )
  if (sentences.length > 0) return sentences.join(' ')
  return typeof body.Message === 'string' ? body.Message : 'The accounting system refused the journal.'
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
