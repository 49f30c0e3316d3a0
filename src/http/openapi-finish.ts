import { codeOfStatus } from '../kernel/error-codes.ts'
import { isRecord } from '../kernel/is-record.ts'
import recordedWords from './error-words.json' with { type: 'json' }
import type { Json, JsonObject } from './json.ts'
import { exampleOf } from './openapi-examples.ts'
import { ERROR_ANSWERS } from './schema.ts'

type Media = { schema?: unknown; example?: unknown; examples?: unknown }
type Response = { description: string; headers?: JsonObject; content?: Record<string, Media> }
type Operation = {
  operationId: string
  summary?: string
  security?: { oauth2?: string[] }[]
  parameters?: { in: string; name: string }[]
  requestBody?: { description?: string; required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
  'x-limited'?: boolean
  'x-empty-body'?: boolean
  'x-etag'?: boolean
  'x-body'?: string[]
  /** The enforced limit, in bytes. */
  'x-body-limit'?: number
}
/** The document as declared by the routes so far. */
type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { headers?: JsonObject }
}

const JSON_TYPE = 'application/json'
/** Error messages by operation and status, recorded from the tests by `npm run docs:errors`. */
const SAID: Readonly<Record<string, Readonly<Record<string, string>>>> = recordedWords

const ANSWERS: Readonly<Record<string, string>> = {
  200: 'The answer.',
  201: 'Created.',
  202: 'Accepted; it is done within moments.',
  204: 'Done. No content.',
  207: 'Some entries failed: each has its own result.',
}

const header = (type: string, description: string, example: Json): Json => ({
  description,
  schema: { type },
  example,
})
const HEADERS: JsonObject = {
  RetryAfter: header('integer', 'Seconds to wait before the request is sent again.', 5),
  RateLimitLimit: header('integer', 'Requests per minute allowed for this class of operations.', 25),
  RateLimitRemaining: header('integer', 'Requests left in this minute.', 24),
  RateLimitReset: header('integer', 'Seconds until the count starts again.', 42),
  RequestId: header(
    'string',
    'Identifies this request in the service’s log; quote it when you ask for help.',
    '7d0e1c2b-6f5a-4b43-9d52-0c4b6a1e8f37',
  ),
  ETag: header('string', 'The version of the record, for `If-Match` of a later write.', '"7"'),
  Location: header('string', 'The redirect target.', 'https://timesheets.example/callback?code=…'),
}
const named = (name: keyof typeof HEADERS): Json => ({ $ref: `#/components/headers/${name}` })
const LIMIT_HEADERS: JsonObject = {
  'RateLimit-Limit': named('RateLimitLimit'),
  'RateLimit-Remaining': named('RateLimitRemaining'),
  'RateLimit-Reset': named('RateLimitReset'),
}
const BYTES = { type: 'string', format: 'binary' }

/**
 * Adds to every operation what no route declares itself: headers, examples, error media types and
 * descriptions.
 */
export function finishDocument(document: OpenApiDocument): void {
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) finishOperation(operation)
  document.components.headers = HEADERS
}

function finishOperation(operation: Operation): void {
  const { 'x-limited': isLimited, 'x-empty-body': isBodyOptional, 'x-body': types } = operation
  const hasTag = operation['x-etag']
  delete operation['x-limited']
  delete operation['x-empty-body']
  delete operation['x-body']
  delete operation['x-etag']
  if (operation.summary) operation.summary = operation.summary.replaceAll('`', '')
  for (const parameter of operation.parameters ?? [])
    if (parameter.in === 'header') parameter.name = headerName(parameter.name)
  if (types) {
    const content = Object.fromEntries(types.map((type) => [type, { schema: BYTES }]))
    operation.requestBody = { required: true, content }
  }
  const body = operation.requestBody
  if (body && isBodyOptional) body.required = false
  const limit = operation['x-body-limit']
  if (body && limit) body.description = `At most ${sizeOf(limit)}.`
  for (const media of Object.values(body?.content ?? {})) addExample(media, true)
  // An operation that always redirects has only errors to describe.
  const failure = operation.responses['500']
  if (failure && !Object.keys(operation.responses).some((status) => status.startsWith('2')))
    operation.responses.default = structuredClone(failure)
  for (const [status, response] of Object.entries(operation.responses)) {
    finishResponse(operation, status, response)
    response.headers = {
      ...response.headers,
      'X-Request-Id': named('RequestId'),
      ...(hasTag && (status === '304' || (status.startsWith('2') && response.content))
        ? { ETag: named('ETag') }
        : {}),
      ...(status === '302' ? { Location: named('Location') } : {}),
      ...(isLimited && status !== '401' ? LIMIT_HEADERS : {}),
      ...(status === '429' || status === '503' ? { 'Retry-After': named('RetryAfter') } : {}),
    }
  }
}

const KB = 1024
const sizeOf = (bytes: number) => (bytes < KB * KB ? `${bytes / KB} kB` : `${bytes / KB / KB} MB`)

function finishResponse(operation: Operation, status: string, response: Response): void {
  const isError = status === 'default' || Number(status) >= 400
  if (response.description === 'Default Response') response.description = ANSWERS[status] ?? 'The answer.'
  if (!response.content) return
  // A route that sends a file still responds with JSON for errors and for pending approvals.
  const [type = JSON_TYPE, media = {}] = Object.entries(response.content)[0] ?? []
  if ((isError || status === '202') && type !== 'text/html') response.content = { [JSON_TYPE]: media }
  for (const [kind, entry] of Object.entries(response.content)) {
    if (kind !== JSON_TYPE) continue
    if (isError) addErrorExample(operation, status, entry)
    else addExample(entry, false)
  }
}

function addExample(media: Media, isRequest: boolean): void {
  if (media.example !== undefined || media.examples !== undefined || !isRecord(media.schema)) return
  if (media.schema.format === 'binary') return
  media.example = exampleOf(media.schema, isRequest)
}

/** The recorded message of this operation and status, in the format of its body. */
function addErrorExample({ operationId, security }: Operation, status: string, media: Media): void {
  const [scope] = security?.[0]?.oauth2 ?? []
  const missing = status === '403' && scope ? `Missing required scope: ${scope}` : undefined
  const sentence = SAID[operationId]?.[status] ?? missing ?? ERROR_ANSWERS[Number(status)]?.says
  const shape = JSON.stringify(media.schema ?? {})
  const isInvalid = status === '422' && shape.includes('status_code')
  if (sentence === undefined || !/"(detail|error)":/.test(shape) || shape.includes('error_description'))
    addExample(media, false)
  else if (isInvalid)
    media.example = {
      status_code: 10_422,
      message: sentence,
      data: [invalidPlace(sentence)],
      code: 'invalid_request',
    }
  else
    media.example = {
      [shape.includes('"detail"') && status !== '429' ? 'detail' : 'error']: sentence,
      code: missing ? 'scope_missing' : codeOfStatus(Number(status)),
    }
}

const invalidPlace = (sentence: string): Json => ({
  loc: ['body', sentence.split(' ')[0] ?? ''],
  msg: sentence,
  type: 'value_error',
})

/** The standard capitalisation, for example Idempotency-Key. */
const headerName = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, dash, letter) => dash + letter.toUpperCase())
