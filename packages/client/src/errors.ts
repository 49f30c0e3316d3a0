/** One invalid place in a request. */
export type InvalidPlace = { loc: (string | number)[]; msg: string; type: string }

/** The service refused a request, or failed. `message` is the service's own message. Branch on the class, `status` or `code`. */
export class TasmanError extends Error {
  override readonly name: string = 'TasmanError'
  readonly status: number
  /** Identifies the request in the log of the service. Quote it when you ask for help. */
  readonly requestId: string | null
  readonly body: unknown
  /** A stable code for programs, such as `scope_missing`. Null when the answer has none. */
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
/** 409 and 412: the record's state or version does not allow this. */
export class ConflictError extends TasmanError {
  override readonly name = 'ConflictError'
}
/** 422: the request is invalid. `places` lists where. */
export class InvalidError extends TasmanError {
  override readonly name = 'InvalidError'
  get places(): InvalidPlace[] {
    const { data } = (this.body ?? {}) as { data?: InvalidPlace[] }
    return data ?? []
  }
}
/** 429: the rate limit was still exceeded after the retries. */
export class RateLimitedError extends TasmanError {
  override readonly name = 'RateLimitedError'
}
/** 5xx: the service still failed or was overloaded after the retries. */
export class ServiceError extends TasmanError {
  override readonly name = 'ServiceError'
}
/** There was no response, and `cause` gives the reason. A write may or may not have been stored. */
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

/** The error for an answer, with the message from any of the three error formats. */
export async function errorOf(response: Response): Promise<TasmanError> {
  const body = await response.json().catch(() => null)
  const { detail, message, error, error_description } = (body ?? {}) as Record<string, unknown>
  const sentence = [error_description, detail, message, error].find((text) => typeof text === 'string')
  const Class = CLASSES[response.status] ?? (response.status >= 500 ? ServiceError : TasmanError)
  const id = response.headers.get('x-request-id')
  return new Class(response.status, String(sentence ?? `The service answered ${response.status}`), id, body)
}
