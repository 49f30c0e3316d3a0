/** Every `code` of an error response, with its status and meaning. Stable within a release line. */
export const ERROR_CODES = {
  bad_request: { status: 400, meaning: 'A business rule does not allow the request.' },
  calculation_refused: {
    status: 400,
    meaning: 'The law or the records do not allow this pay; the message says why.',
  },
  company_unknown: {
    status: 400,
    meaning: 'There is no company with this id. On the routes of a company itself: 404.',
  },
  not_authenticated: { status: 401, meaning: 'No bearer token was sent. Sign in.' },
  token_invalid: { status: 401, meaning: 'The access token is unknown, expired or revoked. Refresh it.' },
  forbidden: { status: 403, meaning: 'The caller may not do this.' },
  scope_missing: { status: 403, meaning: 'The token lacks a scope, which `WWW-Authenticate` names.' },
  role_not_allowed: { status: 403, meaning: 'The person’s role does not include this.' },
  second_factor_required: {
    status: 403,
    meaning: 'The account requires two-factor sign-in, which this person has not set up.',
  },
  proof_required: {
    status: 403,
    meaning: 'The person must enter the password or a second factor again, then repeat the request.',
  },
  company_not_accessible: { status: 403, meaning: 'The company belongs to another customer.' },
  not_found: { status: 404, meaning: 'There is no such record or address.' },
  method_not_allowed: { status: 405, meaning: 'The address supports other methods, which `Allow` lists.' },
  conflict: { status: 409, meaning: 'The record is in a state that does not allow this.' },
  already_exists: { status: 409, meaning: 'Another record has this name, number or address.' },
  version_changed: { status: 412, meaning: 'The record has changed since it was read. Read it again.' },
  body_too_large: { status: 413, meaning: 'The body is too large. Split it.' },
  invalid_request: {
    status: 422,
    meaning: 'The request does not match its schema; `data` lists every place.',
  },
  unprocessable: { status: 422, meaning: 'The request matches its schema, but conflicts with stored data.' },
  rate_limited: { status: 429, meaning: 'The limit is used up. Wait for `Retry-After` seconds.' },
  internal_error: {
    status: 500,
    meaning: 'An unexpected error. Quote its `request_id` (`requestId` in the client).',
  },
  unavailable: {
    status: 503,
    meaning: 'Overloaded, or the database is not available. Retry after `Retry-After` seconds.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof ERROR_CODES

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'not_authenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  412: 'version_changed',
  413: 'body_too_large',
  422: 'unprocessable',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'unavailable',
}

/** The code for a status when no more precise one is known. */
export const codeOfStatus = (status: number): ErrorCode => BY_STATUS[status] ?? 'bad_request'
