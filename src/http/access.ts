import type { FastifyRequest } from 'fastify'
import type { Company } from '../database/tables/companies.ts'
import type { Role } from '../database/tables/customers.ts'
import type { ErrorCode } from '../kernel/error-codes.ts'
import { forbidden, Problem, Unavailable } from '../kernel/problem.ts'
import { type Caller, hasScope, roleFor, type Scope } from './caller.ts'

/** The access that a route requires: a scope, any valid token, or none. */
export type RouteScope = Scope | 'any-token' | 'public'

/**
 * The response to an unknown company in the path. `itself` is for GET of the company, `written` for changes
 * to a company or its employees, and `deleted` where the company may already be deleted. `owner` is for
 * everything else.
 */
export type CompanyAnswer = 'itself' | 'written' | 'deleted' | 'owner'

const UNKNOWN_COMPANY: Record<CompanyAnswer, Problem> = {
  itself: new Problem(404, 'Company not found.', 'detail', {}, 'company_unknown'),
  written: new Problem(404, 'Company not found', 'detail', {}, 'company_unknown'),
  deleted: new Problem(404, 'Company not found', 'detail', {}, 'company_unknown'),
  owner: new Problem(400, 'No company found with the given company_id', 'detail', {}, 'company_unknown'),
}

export type FindCaller = (token: string) => Promise<Caller | undefined>
export type FindCompany = (companyId: number, answer: CompanyAnswer) => Promise<Company | undefined>
/** Finds the company of one of the customer's employees. */
export type FindEmployer = (customerId: number, employeeId: number) => Promise<number | undefined>

type PathIds = { company_id?: number; employee_id?: number }

/** Reads the bearer token. A route that is not public responds with 401 without a valid one. */
export function createAuthenticator(findCaller: FindCaller) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.is404 || request.routeOptions.config.scope === 'public') return
    const [, token] = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '') ?? []
    const caller = token ? await findCaller(token) : undefined
    if (!caller)
      throw token
        ? notAuthenticated(
            challenge('invalid_token', 'The access token is unknown, expired or revoked'),
            'token_invalid',
          )
        : notAuthenticated('Bearer', 'not_authenticated')
    request.caller = caller
  }
}

/** Checks every route's scope in one place. A route without a scope is a bug, and access is refused. */
export async function checkScope(request: FastifyRequest): Promise<void> {
  const { scope } = request.routeOptions.config
  if (request.is404 || scope === 'public') return
  checkRole(request)
  if (request.caller.isMoving && !READS.has(request.method))
    throw new Unavailable('This account is being moved and cannot be changed for a moment. Try again soon.')
  if (scope === 'any-token') return
  if (!scope) throw new Error(`route ${request.routeOptions.url} names no scope`)
  if (!request.caller || !hasScope(request.caller, scope))
    throw new Problem(
      403,
      `Missing required scope: ${scope}`,
      'detail',
      {
        'www-authenticate': `${challenge('insufficient_scope', 'The access token lacks a scope')}, scope="${scope}"`,
      },
      'scope_missing',
    )
}

const notAuthenticated = (wanted: string, code: ErrorCode) =>
  new Problem(401, 'Not authenticated', 'detail', { 'www-authenticate': wanted }, code)

/** RFC 6750, section 3: tells a client whether to refresh its token or to request more scopes. */
const challenge = (error: string, description: string) =>
  `Bearer error="${error}", error_description="${description}"`

const READS = new Set(['GET', 'HEAD'])
const OF_ONESELF = /^\/api\/me(?:\/|$)/

/**
 * Role restrictions that apply whatever the scopes. Employees can use `/api/me` only, and readers cannot
 * change anything.
 */
function checkRole({ caller, method, routeOptions: { url = '', config } }: FastifyRequest): void {
  const isOfOneself = OF_ONESELF.test(url)
  if (caller.role === 'employee' && !isOfOneself)
    throw wrongRole('This sign-in is for self-service: it can use /api/me and nothing else.')
  if (caller.role !== 'employee' && isOfOneself)
    throw wrongRole('Self-service is for employees who were invited to it.')
  if (caller.companies && !config.isByCompany && !OF_A_COMPANY.test(url))
    throw wrongRole(
      'Your role covers some companies of the account. This needs a role for the whole account.',
    )
  refuseChange(caller, method)
}

/**
 * Paths that identify a company. People with roles by company can reach these. All other routes must declare
 * `isByCompany`.
 */
const OF_A_COMPANY = /\/:(?:company_id|employee_id)(?:\/|$)/

function refuseChange({ role }: Pick<Caller, 'role'>, method: string): void {
  if (role === 'reader' && !READS.has(method))
    throw wrongRole(
      'Your role can read but not change anything. Ask an owner or admin of the account for another role.',
    )
}

const wrongRole = (sentence: string) => forbidden(sentence, 'detail', 'role_not_allowed')

/**
 * Finds the company in the path for the caller, or responds as specified for that route. From here on the
 * caller has the role for this company. A company outside the role gets the same response as one of another
 * customer.
 */
export function createCompanyAccess(findCompany: FindCompany, findEmployer: FindEmployer) {
  return async (request: FastifyRequest): Promise<void> => {
    const answer = request.routeOptions.config.company
    const { company_id: id, employee_id: employeeId } = (request.params ?? {}) as PathIds
    if (!answer || id === undefined) return takeRoleForEmployee(request, employeeId, findEmployer)
    const company = await findCompany(id, answer)
    if (!company) throw UNKNOWN_COMPANY[answer]
    const role = request.caller && roleFor(request.caller, company.id)
    if (company.customer_id !== request.caller?.customerId || !role)
      throw forbidden('User does not have access to this company.', 'detail', 'company_not_accessible')
    takeRole(request, role)
    request.company = company
  }
}

/**
 * The same for a path with an employee. An employee outside the role is not found by the handler, which
 * searches within `caller.companies`.
 */
async function takeRoleForEmployee(
  request: FastifyRequest,
  id: number | undefined,
  findEmployer: FindEmployer,
): Promise<void> {
  if (!request.caller?.companies || id === undefined) return
  const companyId = await findEmployer(request.caller.customerId, id)
  const role = companyId === undefined ? null : roleFor(request.caller, companyId)
  if (role) takeRole(request, role)
}

function takeRole(request: FastifyRequest, role: Role): void {
  if (role === request.caller.role) return
  request.caller = { ...request.caller, role }
  refuseChange(request.caller, request.method)
}
