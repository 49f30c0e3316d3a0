import { inCellOf } from '../../../database/cell-of-customer.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { allowFormTarget } from '../../../http/headers.ts'
import type { App } from '../../../http/types.ts'
import { neededApproval } from '../../../kernel/needs-approval.ts'
import type { Service } from '../../../service.ts'
import { storeGrantRequest } from '../../platform/approvals/index.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { brandOfCustomer } from '../../platform/branding/index.ts'
import { enrolFor, proveFor } from './app-screens.ts'
import { type AuthorizeQuery, checkAuthorize, decideAuthorize } from './authorize.ts'
import { formToken } from './cookies.ts'
import { PAGE, readField, readForm, TextField, takesForm } from './forms.ts'
import { consentForm } from './pages/consent.ts'
import { sendErrorPage, sendPage } from './pages/layout.ts'
import { sessionUser } from './sessions.ts'

const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'nonce',
] as const

const DECISION = Object.fromEntries([...PARAMETERS, 'decision'].map((name) => [name, TextField]))

function parametersOf(fields: unknown): AuthorizeQuery {
  const entries = PARAMETERS.map((name) => [name, readField(fields, name)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

const authorizeUrl = (query: AuthorizeQuery) => `/api/oauth/authorize?${new URLSearchParams(query)}`

const signInFor = (query: AuthorizeQuery) => `/sign-in?next=${encodeURIComponent(authorizeUrl(query))}`

const NOT_THEIRS =
  'Your sign-in is for your own payslips, leave and details. A payroll officer can give an application access.'

const WAITS =
  'Your account requires two people for this. Ask another owner or admin to approve it under Approvals, then connect the application again.'

/** Asks the person whether an application may act for their customer, and handles the answer. */
export function consentRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get('/consent', PAGE, async (request, reply) => {
      const query = parametersOf(request.query)
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect(signInFor(query), 302)
      if (user.mustEnrol) return reply.redirect(enrolFor(authorizeUrl(query)), 302)
      if (user.role === 'employee')
        return sendErrorPage(reply, 403, 'Not available with this sign-in', NOT_THEIRS)
      const outcome = await checkAuthorize(service, query, user)
      if (outcome.kind === 'refused')
        return sendErrorPage(reply, 400, 'This link does not work', outcome.sentence)
      if (outcome.kind === 'back') return reply.redirect(outcome.location, 302)
      const token = formToken(service, request, reply)
      const { email, customerName } = user
      const { clientName, scopes } = outcome
      allowFormTarget(reply, query.redirect_uri ?? '')
      const page = consentForm({ token, query, clientName, scopes, email, customerName })
      return sendPage(reply, 200, 'Allow access?', page, await brandOfCustomer(service, user.customerId))
    })

    app.post('/consent', takesForm(DECISION), async (request, reply) => {
      const form = readForm(service, request)
      const query = parametersOf(request.body)
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect(signInFor(query), 303)
      if (user.mustEnrol) return reply.redirect(enrolFor(authorizeUrl(query)), 303)
      if (user.role === 'employee')
        return sendErrorPage(reply, 403, 'Not available with this sign-in', NOT_THEIRS)
      const isAllowed = form('decision') === 'allow'
      if (isAllowed && user.mustProve) return reply.redirect(proveFor(authorizeUrl(query)), 303)
      const about = { userId: user.userId, customerId: user.customerId, clientId: query.client_id }
      if (isAllowed)
        noteAudit(request, { ...about, action: 'consent.allow', target: `scopes ${query.scope}` })
      const inCell = <T>(work: () => Promise<T>) => inCellOf(service.database.query, user.customerId, work)
      const decide = () => decideAuthorize(service, query, user, isAllowed)
      const outcome = await inCell(decide).catch((error: unknown) => {
        const needed = neededApproval(error)
        if (needed) return { kind: 'waits' as const, needed }
        throw error
      })
      if (outcome.kind === 'waits') {
        expectOutcome(202)
        await inCell(() => storeGrantRequest(service, outcome.needed, user.userId, query.client_id ?? ''))
        return sendErrorPage(reply, 202, 'A second person must approve this', WAITS)
      }
      if (outcome.kind !== 'back')
        return sendErrorPage(
          reply,
          400,
          'This link does not work',
          'The application sent an invalid request.',
        )
      if (outcome.error !== undefined)
        noteAudit(request, { ...about, action: 'consent.deny', target: undefined })
      return reply.redirect(outcome.location, 303)
    })
  }
}
