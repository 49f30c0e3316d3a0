import { codeOfStatus, type ErrorCode } from './error-codes.ts'

/** A refusal with a status and a sentence for the caller. In a batch, `key` names the entry of `errors`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly key: string
  readonly headers: Record<string, string>
  /** For programs; the sentence is for people. */
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

/** The service cannot do this now, whatever the request says: answered 503 in the `error` shape, to be repeated later. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** As many faults as one answer names. */
export const PLACES_MAX = 50

/** One thing wrong with a request, at a place the caller can find. */
export type InvalidPlace = { loc: (string | number)[]; msg: string; type: string }

/** The request itself is wrong, whatever is stored: answered in the 10422 shape. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest'
  readonly data: InvalidPlace[]

  constructor(data: InvalidPlace[]) {
    super(data[0]?.msg ?? 'The request is not valid.')
    this.data = data.slice(0, PLACES_MAX)
  }
}

/** A cross-field rule that the request alone decides, e.g. `invalid(['body', 0, 'rate'], '…')`. */
export const invalid = (loc: (string | number)[], msg: string, type = 'value_error') =>
  new InvalidRequest([{ loc, msg, type }])

export const badRequest = (sentence: string, key?: string) => new Problem(400, sentence, key)
export const forbidden = (sentence: string, key?: string, code?: ErrorCode) =>
  new Problem(403, sentence, key, {}, code)
export const notFound = (sentence: string, key?: string) => new Problem(404, sentence, key)
export const conflict = (sentence: string, key?: string) => new Problem(409, sentence, key)
export const preconditionFailed = (sentence: string) => new Problem(412, sentence)
export const unprocessable = (sentence: string) => new Problem(422, sentence)

/** A refusal as plain data, to hand it from one thread to another. */
export type Refusal = { places: InvalidPlace[] } | { status: number; sentence: string }

/** Null: the error is not a refusal. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof InvalidRequest) return { places: error.data }
  return error instanceof Problem ? { status: error.status, sentence: error.message } : null
}

export const errorOf = (refusal: Refusal): Error =>
  'places' in refusal ? new InvalidRequest(refusal.places) : new Problem(refusal.status, refusal.sentence)
