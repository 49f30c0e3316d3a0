import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Tx } from '../../../database/connect.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, conflict } from '../../../kernel/problem.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import { hashPayload } from './payload-hash.ts'
import { findKey, rememberAnswer, reserveKey } from './queries.ts'

const KEY_MAX_CHARS = 255
/** Responses contain names, wages and numbers, so they are stored compressed and encrypted. */
const COLUMN = 'idempotency_keys.response'
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** A repeatable request: the owner of its key, its endpoint and its payload. */
export type IdempotentRequest = {
  customerId: number
  scope: string
  key: string
  endpoint: string
  payload: unknown
}

/** A response as JSON text. `isReplayed` means that an earlier request with this key produced it. */
export type Remembered = { status: number; body: string; isReplayed: boolean }

/** The request's Idempotency-Key, or undefined. Refuses a key that is empty or too long. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['idempotency-key']
  const key = Array.isArray(given) ? given[0] : given
  if (key === '')
    throw badRequest('The Idempotency-Key header is empty: send a key with it, or omit the header.')
  if (key !== undefined && key.length > KEY_MAX_CHARS)
    throw badRequest(`The Idempotency-Key header must have at most ${KEY_MAX_CHARS} characters.`)
  return key
}

/** As `readIdempotencyKey`, but the key is required. */
export function requireIdempotencyKey(headers: IncomingHttpHeaders): string {
  const key = readIdempotencyKey(headers)
  if (key === undefined) throw badRequest('Send an Idempotency-Key header with this request.')
  return key
}

/**
 * Runs the work once per key, inside the caller's transaction. Of several requests with the same key, one
 * does the work and the others return its response. Work that fails rolls back together with its key.
 */
export async function withIdempotency(
  service: Service,
  tx: Tx,
  request: IdempotentRequest | undefined,
  work: () => Promise<{ status: number; body: string }>,
): Promise<Remembered> {
  if (!request) return { ...(await work()), isReplayed: false }
  const { scope, key, endpoint } = request
  const payload_hash = await hashPayload(endpoint, request.payload)
  const isNew = await reserveKey(tx, {
    customer_id: request.customerId,
    scope,
    key,
    endpoint,
    payload_hash,
    created_at: service.clock.now(),
  })
  if (isNew) {
    const answer = await work()
    await rememberAnswer(tx, scope, key, {
      status: answer.status,
      response: service.cipher.sealBytes(
        COLUMN,
        rowName(scope, key),
        await compress(Buffer.from(answer.body)),
      ),
    })
    return { ...answer, isReplayed: false }
  }
  const found = await findKey(tx, scope, key)
  if (!found || found.endpoint !== endpoint || !found.payload_hash.equals(payload_hash))
    throw conflict('This Idempotency-Key was already used for a different request.')
  if (!found.response)
    throw conflict(
      `The work of this Idempotency-Key was done at ${timestamp(found.created_at)} (UTC); its response is no longer stored. Read the result, or send a new key to do it again.`,
    )
  expectOutcome(200)
  const response = service.cipher.openBytes(COLUMN, rowName(scope, key), found.response)
  return { status: 200, body: (await decompress(response)).toString(), isReplayed: true }
}
