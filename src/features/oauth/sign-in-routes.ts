import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'
import { noteAudit } from '../audit/index.ts'
import { clearSessionCookie, formToken, writeDeviceCookie, writeSessionCookie } from './cookies.ts'
import { localPath, PAGE, readField, readForm } from './forms.ts'
import { sendPage } from './pages/layout.ts'
import { codeForm, signInForm, signOutForm } from './pages/sign-in.ts'
import { takeSecondFactor } from './second-factor.ts'
import { closeSession, openSession, pendingUser, sessionUser } from './sessions.ts'
import { accountName, checkPassword } from './sign-in.ts'
import { countTry, forgiveTry, keysOf } from './throttle.ts'

export const waitSentence = (seconds: number) =>
  `Too many tries. Wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`} and try again.`

/** Sign-in with password and second factor, and sign-out. */
export function signInRoutes(service: Service) {
  const showSignIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    form: { next: string; email: string; sentence?: string; notice?: string | undefined },
  ) => {
    const token = formToken(service, request, reply)
    const isDemo = service.settings.mode === 'demo'
    return sendPage(reply, status, 'Sign in', signInForm({ ...form, token, isDemo }))
  }

  const showCode = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    next: string,
    sentence?: string,
  ) =>
    sendPage(
      reply,
      status,
      'Second factor',
      codeForm({ next, sentence, token: formToken(service, request, reply) }),
    )

  const enter = async (request: FastifyRequest, reply: FastifyReply, userId: number, isVerified: boolean) => {
    await closeSession(service, request)
    writeSessionCookie(service, request, reply, await openSession(service, userId, isVerified))
  }

  return async (app: App): Promise<void> => {
    app.get('/sign-in', PAGE, async (request, reply) => {
      const next = localPath(readField(request.query, 'next') || '/app')
      const notice = readField(request.query, 'password') === 'set' ? 'Your new password is set.' : undefined
      return showSignIn(request, reply, 200, { next, email: '', notice })
    })

    app.post('/sign-in', PAGE, async (request, reply) => {
      const form = readForm(service, request)
      const [next, email] = [localPath(form('next')), form('email')]
      const account = accountName(email)
      const keys = keysOf(service, request, 'sign-in', account)
      const outcome = await checkPassword(service, account, form('password'), keys)
      const user = 'user' in outcome ? outcome.user : undefined
      noteAudit(request, { action: 'sign-in', userId: user?.id, customerId: user?.customerId })
      switch (outcome.kind) {
        case 'wait':
          reply.header('retry-after', outcome.seconds)
          return showSignIn(request, reply, 429, { next, email, sentence: waitSentence(outcome.seconds) })
        case 'wrong':
          return showSignIn(request, reply, 401, {
            next,
            email,
            sentence: 'The e-mail address or the password is wrong.',
          })
        case 'ended':
          return showSignIn(request, reply, 403, {
            next,
            email,
            sentence: 'Access for this account has ended. Ask whoever set it up for you.',
          })
        case 'ok':
          await enter(request, reply, outcome.user.id, !outcome.user.hasSecondFactor)
          if (outcome.user.hasSecondFactor)
            return reply.redirect(`/sign-in/code?next=${encodeURIComponent(next)}`, 303)
          writeDeviceCookie(service, request, reply, account)
          return reply.redirect(next, 303)
      }
    })

    app.get('/sign-in/code', PAGE, async (request, reply) => {
      const next = localPath(readField(request.query, 'next'))
      if (!(await pendingUser(service, request)))
        return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303)
      return showCode(request, reply, 200, next)
    })

    app.post('/sign-in/code', PAGE, async (request, reply) => {
      const form = readForm(service, request)
      const next = localPath(form('next'))
      const user = await pendingUser(service, request)
      if (!user) return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303)
      noteAudit(request, { action: 'sign-in.code', userId: user.userId, customerId: user.customerId })
      const keys = keysOf(service, request, 'second-factor', user.email)
      const seconds = await countTry(service, keys)
      if (seconds > 0) return showCode(request, reply, 429, next, waitSentence(seconds))
      if (!(await takeSecondFactor(service, user.userId, form('code'))))
        return showCode(request, reply, 401, next, 'This code is not right, or was used before.')
      await forgiveTry(service, keys)
      await enter(request, reply, user.userId, true)
      writeDeviceCookie(service, request, reply, user.email)
      return reply.redirect(next, 303)
    })

    app.get('/sign-out', PAGE, async (request, reply) => {
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect('/sign-in', 303)
      const token = formToken(service, request, reply)
      return sendPage(reply, 200, 'Sign out', signOutForm({ token, email: user.email }))
    })

    app.post('/sign-out', PAGE, async (request, reply) => {
      readForm(service, request)
      const user = await sessionUser(service, request)
      noteAudit(request, { action: 'sign-out', userId: user?.userId, customerId: user?.customerId })
      await closeSession(service, request)
      clearSessionCookie(service, request, reply)
      return reply.redirect('/sign-in', 303)
    })
  }
}
