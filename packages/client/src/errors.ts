/** One place of a request that the service could not take. */
export type InvalidPlace = { loc: (string | number)[]; msg: string; type: string }

/** The service refused a request, or failed. `message` is its own sentence; branch on the class, on `status` or on `code`. */
export class TasmanError extends Error {
  override readonly name: string = 'TasmanError'
  readonly status: number
  /** Names the request in the log of the service; quote it when you ask for help. */
  readonly requestId: string | null
  readonly body: unknown
  /** Stable, for programs: `scope_missing`. Null where the answer has none. */
  readonly code: string | null

  constructor(status: number, message: string, requestId: string | null = null, body: unknown = null) {
    super(message)
    this.status = status
    this.requestId = requestId
    this.body = body
    const { code } = (body ?? {}) as { code?: unknown }
    this.code = typeof code === 'string' ? code : null
  }
}

/** 400: a business rule refuses the request, or the company is unknown. */
export class BadRequestError extends TasmanError {
  override readonly name = 'BadRequestError'
}
/** 401: the token is missing, unknown or expired, and could not be refreshed. */
export class NotAuthenticatedError extends TasmanError {
  override readonly name = 'NotAuthenticatedError'
}
/** 403: a scope, access to the company, a role or an active subscription is missing. */
export class ForbiddenError extends TasmanError {
  override readonly name = 'ForbiddenError'
}
/** 404: there is no such record. */
export class NotFoundError extends TasmanError {
  override readonly name = 'NotFoundError'
}
/** 409 and 412: the record is in a state that does not allow this. */
export class ConflictError extends TasmanError {
  override readonly name = 'ConflictError'
}
/** 422: the request does not fit; `places` say where. */
export class InvalidError extends TasmanError {
  override readonly name = 'InvalidError'
  get places(): InvalidPlace[] {
    const { data } = (this.body ?? {}) as { data?: InvalidPlace[] }
    return data ?? []
  }
}
/** 429: the limit is used up, also after the retries. */
export class RateLimitedError extends TasmanError {
  override readonly name = 'RateLimitedError'
}
/** 5xx: the service failed or is overloaded, also after the retries. */
export class ServiceError extends TasmanError {
  override readonly name = 'ServiceError'
}
/** No answer came at all; `cause` says why. A write may or may not have been done. */
export class UnreachableError extends TasmanError {
  override readonly name = 'UnreachableError'
  constructor(message: string, cause: unknown) {
    super(0, message)
    this.cause = cause
  }
}

const CLASSES: Readonly<Record<number, typeof TasmanError>> = {
  400: BadRequestError,
  401: NotAuthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  422: InvalidError,
  429: RateLimitedError,
}

/** The error of an answer, with the sentence out of whichever of the three shapes it has. */
export async function errorOf(response: Response): Promise<TasmanError> {
  const body = await response.json().catch(() => null)
  const { detail, message, error, error_description } = (body ?? {}) as Record<string, unknown>
  const sentence = [error_description, detail, message, error].find((text) => typeof text === 'string')
  const Class = CLASSES[response.status] ?? (response.status >= 500 ? ServiceError : TasmanError)
  const id = response.headers.get('x-request-id')
  return new Class(response.status, String(sentence ?? `The service answered ${response.status}`), id, body)
}
