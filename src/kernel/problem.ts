import { codeOfStatus, type ErrorCode } from './error-codes.ts'

/** An error with a status and a message for the caller. In a batch, `key` names the entry of `errors`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly key: string
  readonly headers: Record<string, string>
  /** For programs. The message is for people. */
  readonly code: ErrorCode

  constructor(
    status: number,
    sentence: string,
    key = 'detail',
    headers: Record<string, string> = {},
    code: ErrorCode = codeOfStatus(status),
  ) {
    super(sentence)
    this.code = code
    this.status = status
    this.key = key
    this.headers = headers
  }
}

/**
 * The service cannot do this now, whatever the request says. The response is a 503 in the `error` shape, and the caller should
 * retry later.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** The maximum number of errors in one response. */
export const PLACES_MAX = 50

/** One error in a request, with its location. */
export type InvalidPlace = { loc: (string | number)[]; msg: string; type: string }

/** The request itself is invalid, regardless of stored data. The response has the 10422 shape. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest'
  readonly data: InvalidPlace[]

  constructor(data: InvalidPlace[]) {
    super(data[0]?.msg ?? 'The request is not valid.')
    this.data = data.slice(0, PLACES_MAX)
  }
}

/** An error from a cross-field rule that needs only the request, e.g. `invalid(['body', 0, 'rate'], '…')`. */
export const invalid = (loc: (string | number)[], msg: string, type = 'value_error') =>
  new InvalidRequest([{ loc, msg, type }])

export const badRequest = (sentence: string, key?: string) => new Problem(400, sentence, key)
export const forbidden = (sentence: string, key?: string, code?: ErrorCode) =>
  new Problem(403, sentence, key, {}, code)
export const notFound = (sentence: string, key?: string) => new Problem(404, sentence, key)
export const conflict = (sentence: string, key?: string) => new Problem(409, sentence, key)
export const preconditionFailed = (sentence: string) => new Problem(412, sentence)
export const unprocessable = (sentence: string) => new Problem(422, sentence)

/** A refusal as plain data, to pass it from one thread to another. */
export type Refusal = { places: InvalidPlace[] } | { status: number; sentence: string }

/** Null when the error is not a refusal. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof InvalidRequest) return { places: error.data }
  return error instanceof Problem ? { status: error.status, sentence: error.message } : null
}

export const errorOf = (refusal: Refusal): Error =>
  'places' in refusal ? new InvalidRequest(refusal.places) : new Problem(refusal.status, refusal.sentence)
