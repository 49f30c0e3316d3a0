import { randomToken } from '../security/tokens.ts'
import type { Caller } from './caller.ts'
import type { App } from './types.ts'

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const

/** Tokens of requests that the service sends to itself. Each is valid for one request in this process. */
const senders = new Map<string, Caller>()

/** The caller of a request that the service sends to itself. */
export const findSender = (token: string): Caller | undefined => senders.get(token)

export type OwnRequest = {
  method: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer | null
}

/**
 * Sends a request through the whole HTTP pipeline on behalf of a caller: an approved request, or a step of a
 * bulk job. Access checks, audit log and approvals apply as if the caller had sent it.
 */
export async function sendAs(
  app: App,
  caller: Caller,
  { method, path, headers = {}, body = null }: OwnRequest,
): Promise<{ status: number; body: string }> {
  const token = randomToken()
  senders.set(token, caller)
  try {
    const answer = await app.inject({
      method: METHODS.find((each) => each === method) ?? 'POST',
      url: path,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === null ? {} : { payload: body }),
    })
    return { status: answer.statusCode, body: answer.payload }
  } finally {
    senders.delete(token)
  }
}
