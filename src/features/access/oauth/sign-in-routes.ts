import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowFormTarget } from '../../../http/headers.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { brandOfKey } from '../../platform/branding/index.ts'
import { applicationBehind } from './authorize.ts'
import { clearSessionCookie, formToken, readBrandCookie, rememberBrand } from './cookies.ts'
import { localPath, PAGE, PasswordField, readField, readForm, TextField, takesForm } from './forms.ts'
import { partnerAccessOf } from './handoff.ts'
import { sendPage } from './pages/layout.ts'
import { codeForm, signInForm, signOutForm } from './pages/sign-in.ts'
import { hasProviders } from './provider-queries.ts'
import { appUser, closeSession, pendingUser, type SessionUser, sessionUser } from './sessions.ts'
import { signInWithCode, signInWithPassword } from './sign-in-steps.ts'

/** Sign-in with password and second factor, and sign-out. */
export function signInRoutes(service: Service) {
  /** The brand named in the URL, or else the one this browser saw last. */
  const brandOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const named = request.method === 'GET' ? readField(request.query, 'brand') : ''
    const brand = await brandOfKey(service, named || readBrandCookie(request))
    if (named && brand) rememberBrand(service, request, reply, brand.key)
    return brand
  }

  /** Lets a sign-in requested by an application redirect straight back to it. */
  const leadOn = async (reply: FastifyReply, next: string) => {
    const target = await applicationBehind(service, next)
    if (target) allowFormTarget(reply, target)
  }

  const showSignIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    form: { next: string; email: string; sentence?: string; notice?: string | undefined },
  ) => {
    const token = formToken(service, request, reply)
    const isDemo = service.settings.mode === 'demo'
    const brand = await brandOf(request, reply)
    await leadOn(reply, form.next)
    const hasOrganisations = await hasProviders(service)
    return sendPage(reply, status, 'Sign in', signInForm({ ...form, token, isDemo, hasOrganisations }), brand)
  }

  const showCode = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    user: SessionUser,
    next: string,
    sentence?: string,
  ) => {
    await leadOn(reply, next)
    const { hasCodes, hasPasskeys } = user
    return sendPage(
      reply,
      status,
      'Second factor',
      codeForm({ next, sentence, hasCodes, hasPasskeys, token: formToken(service, request, reply) }),
      await brandOf(request, reply),
    )
  }

  /** The owner of a reseller's client is asked once whether the reseller may open the account. */
  const afterSignIn = async (user: Pick<SessionUser, 'customerId' | 'role'>, next: string) => {
    const access = await partnerAccessOf(service, user)
    return access && !access.isAsked ? `/account/partner-access?next=${encodeURIComponent(next)}` : next
  }

  return async (app: App): Promise<void> => {
    app.get('/sign-in', PAGE, async (request, reply) => {
      const next = localPath(readField(request.query, 'next') || '/app')
      const notice = readField(request.query, 'password') === 'set' ? 'Your new password is set.' : undefined
      return showSignIn(request, reply, 200, { next, email: '', notice })
    })

    app.post(
      '/sign-in',
      takesForm({ email: TextField, password: PasswordField, next: TextField }),
      async (request, reply) => {
        const form = readForm(service, request)
        const [next, email] = [localPath(form('next')), form('email')]
        const step = await signInWithPassword(service, request, reply, { email, password: form('password') })
        if (step.kind === 'refused')
          return showSignIn(request, reply, step.status, { next, email, sentence: step.sentence })
        if (step.kind === 'in') return reply.redirect(await afterSignIn(step.user, next), 303)
        return reply.redirect(`/sign-in/code?next=${encodeURIComponent(next)}`, 303)
      },
    )

    app.get('/sign-in/code', PAGE, async (request, reply) => {
      const next = localPath(readField(request.query, 'next'))
      const user = await pendingUser(service, request)
      if (!user) return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303)
      return showCode(request, reply, 200, user, next)
    })

    app.post('/sign-in/code', takesForm({ code: TextField, next: TextField }), async (request, reply) => {
      const form = readForm(service, request)
      const next = localPath(form('next'))
      const user = await pendingUser(service, request)
      const step = await signInWithCode(service, request, reply, form('code'))
      if (user && step.kind === 'refused')
        return showCode(request, reply, step.status, user, next, step.sentence)
      if (step.kind === 'in') return reply.redirect(await afterSignIn(step.user, next), 303)
      return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303)
    })

    // The script goes here after a passkey sign-in, because that sign-in was not a form.
    app.get('/sign-in/done', PAGE, async (request, reply) => {
      const next = localPath(readField(request.query, 'next'))
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303)
      return reply.redirect(await afterSignIn(user, next), 303)
    })

    app.get('/sign-out', PAGE, async (request, reply) => {
      const user = await appUser(service, request)
      if (!user) return reply.redirect('/sign-in', 303)
      const token = formToken(service, request, reply)
      return sendPage(reply, 200, 'Sign out', signOutForm({ token, email: user.email }))
    })

    app.post('/sign-out', takesForm({}), async (request, reply) => {
      readForm(service, request)
      const user = await appUser(service, request)
      noteAudit(request, { action: 'sign-out', userId: user?.userId, customerId: user?.customerId })
      await closeSession(service, request)
      clearSessionCookie(service, request, reply)
      return reply.redirect('/sign-in', 303)
    })
  }
}
