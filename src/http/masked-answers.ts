import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { isRecord } from '../kernel/is-record.ts'
import { invalid } from '../kernel/problem.ts'
import { mask } from '../security/field-encryption.ts'
import { isMask, isNumberMember, maskAll, maskFile, maskPieces } from '../security/masking.ts'
import { type Caller, roleFor } from './caller.ts'
import { WEB_CLIENT_ID } from './limits.ts'
import type { App } from './types.ts'

/* Decides for all responses who sees tax and bank account numbers in plain text. */

const isScreen = ({ clientId }: Caller) => clientId === WEB_CLIENT_ID

/** Readers see masks everywhere. Applications see masks where the company requires it. */
export function seesMasks({ caller, params }: Pick<FastifyRequest, 'caller' | 'params'>): boolean {
  const companyId = isRecord(params) ? params.company_id : undefined
  if (isReader(caller, companyId)) return true
  if (isScreen(caller) || caller.rules.length === 0) return false
  // A path without a company may concern any of them.
  return caller.rules.some(
    (rules) => rules.masksNumbers && (companyId ?? rules.companyId) === rules.companyId,
  )
}

/**
 * A person with roles by company may be a reader in some of them. A path without a company may concern those.
 */
function isReader(caller: Caller, companyId: unknown): boolean {
  if (caller.role === 'reader' || !caller.companies) return caller.role === 'reader'
  return typeof companyId === 'number'
    ? roleFor(caller, companyId) === 'reader'
    : [...caller.companies.values()].includes('reader')
}

/** Whether this response's JSON is masked. Screens mask numbers for everyone until they are revealed. */
export function hidesNumbers(request: FastifyRequest): boolean {
  const { isRevealing, isOwnData } = request.routeOptions.config
  if (!request.caller || isRevealing) return false
  return seesMasks(request) || (isScreen(request.caller) && !isOwnData)
}

/** Masks the numbers in every JSON response, and in files, for callers who may not see them. */
export function maskAnswers(app: App): void {
  app.addHook('onRoute', (route) => {
    const response = isRecord(route.schema) ? route.schema.response : undefined
    route.config ??= {}
    if (route.method === 'GET' && isRecord(response) && holdsNumberMember(response['200']))
      route.config.showsNumbers = true
  })
  app.addHook('preValidation', async (request) => {
    if (request.holdsMasks && !request.routeOptions.config.unmask) refuseMasks(request)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.caller || payload === null || payload === undefined) return payload
    const type = String(reply.getHeader('content-type') ?? '')
    if (type.startsWith('application/json')) return hidesNumbers(request) ? maskJson(payload) : payload
    const isFile = request.routeOptions.config.showsNumbers && /^text\//.test(type)
    return isFile && typeof payload === 'string' && seesMasks(request) ? maskFile(payload) : payload
  })
}

function maskJson(payload: unknown): unknown {
  if (typeof payload === 'string') return maskAll(payload)
  if (Buffer.isBuffer(payload)) return maskAll(payload.toString('utf8'))
  return payload instanceof Readable ? Readable.from(maskPieces(payload), { highWaterMark: 2 }) : payload
}

/** Whether a schema has a field for a tax or bank account number, at any depth. */
function holdsNumberMember(schema: unknown, seen = new Set<unknown>()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false
  seen.add(schema)
  return Object.entries(schema).some(
    ([name, inner]) =>
      (name === 'properties' && isRecord(inner) && Object.keys(inner).some(isNumberMember)) ||
      (name !== 'examples' && holdsNumberMember(inner, seen)),
  )
}

/**
 * A mask that is sent back is not a number. PATCH drops it, so a record can be sent back as it was read.
 * Other methods refuse it.
 */
function refuseMasks({ body, method }: FastifyRequest): void {
  const walk = (value: unknown, loc: (string | number)[]): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'object') walk(inner, [...loc, Array.isArray(value) ? Number(name) : name])
      else if (isNumberMember(name) && isMask(inner)) {
        if (method !== 'PATCH') throw invalid([...loc, name], `${name} is masked: send the whole number`)
        Reflect.deleteProperty(value, name)
      }
    }
  }
  walk(body, ['body'])
}

/**
 * Replaces masks in the body with the employee's stored numbers: the one at the same position, or the only
 * one that matches.
 */
export async function restoreNumbers(
  { body, params, holdsMasks }: Pick<FastifyRequest, 'body' | 'params' | 'holdsMasks'>,
  name: string,
  load: (employeeId: number) => Promise<readonly (string | null)[]>,
): Promise<void> {
  if (!holdsMasks || !Array.isArray(body) || !isRecord(params)) return
  const stored = await load(Number(params.employee_id))
  for (const [index, row] of body.entries()) {
    if (!isRecord(row) || !isMask(row[name])) continue
    const fits = stored.filter((number) => number !== null && mask(number) === row[name])
    const same = stored[index] && mask(stored[index]) === row[name] ? stored[index] : undefined
    const number = same ?? (new Set(fits).size === 1 ? fits[0] : undefined)
    if (!number) throw invalid(['body', index, name], `${name} is masked: send the whole number`)
    row[name] = number
  }
}
