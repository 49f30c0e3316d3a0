import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '../../../http/html.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import {
  completeSignIn,
  formField,
  formToken,
  localPath,
  PAGE,
  problem,
  readField,
  readForm,
  sendPage,
  startSession,
  TextField,
  takesForm,
} from '../oauth/index.ts'
import { takeAttempt, writeAttempt } from './attempt-cookie.ts'
import { createProviderCalls } from './discovery.ts'
import { ProviderFault } from './provider-fault.ts'
import { beginSignIn, CALLBACK, domainOf, OrganisationRefused, personOfAnswer } from './sign-in.ts'

const PATH = '/sign-in/organisation'
const TITLE = 'Continue with your organisation'

/** Sign-in through the identity provider of an organisation. */
export function organisationSignInRoutes(service: Service) {
  const calls = createProviderCalls(service)

  const showForm = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    form: { next: string; email: string; sentence?: string },
  ) => sendPage(reply, status, TITLE, emailForm({ ...form, token: formToken(service, request, reply) }))

  /** Shows the person what went wrong, and logs what the provider did wrong. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown, next: string) => {
    if (error instanceof OrganisationRefused)
      return showForm(request, reply, 401, { next, email: '', sentence: error.message })
    if (!(error instanceof ProviderFault)) throw error
    request.log.warn({ err: error }, 'an identity provider failed')
    const sentence = `Sign-in through your organisation did not work: ${error.message}.`
    return showForm(request, reply, 502, { next, email: '', sentence })
  }

  return async (app: App): Promise<void> => {
    app.addHook('onClose', () => calls.close())

    app.get(PATH, PAGE, async (request, reply) => {
      const next = localPath(readField(request.query, 'next') || '/app')
      const domain = readField(request.query, 'domain').trim().toLowerCase()
      // Only a button press starts a sign-in. Otherwise another site could sign this browser in as someone else.
      if (domain === '') return showForm(request, reply, 200, { next, email: '' })
      const token = formToken(service, request, reply)
      return sendPage(reply, 200, TITLE, domainForm({ token, next, domain }))
    })

    app.post(
      PATH,
      takesForm({ email: TextField, domain: TextField, next: TextField }),
      async (request, reply) => {
        const form = readForm(service, request)
        const [next, email] = [localPath(form('next')), form('email').trim()]
        const domain = form('domain').trim().toLowerCase() || domainOf(email)
        try {
          const begun = await beginSignIn(service, calls, { domain, email, next })
          if (!begun) return showForm(request, reply, 404, { next, email, sentence: unknown(domain) })
          writeAttempt(service, request, reply, begun.attempt)
          return sendPage(reply, 200, TITLE, onward(begun.url))
        } catch (error) {
          return refuse(request, reply, error, next)
        }
      },
    )

    app.get(CALLBACK, PAGE, async (request, reply) => {
      const attempt = takeAttempt(service, request, reply)
      const field = (name: string) => readField(request.query, name)
      if (!attempt || field('state') !== attempt.state)
        return showForm(request, reply, 400, {
          next: '/app',
          email: '',
          sentence: 'The sign-in took too long, or began in another browser. Start again.',
        })
      noteAudit(request, { action: 'sign-in.organisation', customerId: attempt.customerId })
      try {
        if (field('code') === '')
          throw new OrganisationRefused(
            'Your provider refused the sign-in. Try again, or ask the person who manages it.',
          )
        const user = await personOfAnswer(service, calls, attempt, {
          code: field('code'),
          issuer: field('iss'),
        })
        noteAudit(request, { userId: user.id })
        if (user.has_second_factor) {
          await startSession(service, request, reply, {
            userId: user.id,
            isVerified: false,
            isByProvider: true,
          })
          return reply.redirect(`/sign-in/code?next=${encodeURIComponent(attempt.next)}`, 303)
        }
        const { id: userId, email, name } = user
        await completeSignIn(service, request, reply, {
          userId,
          customerId: attempt.customerId,
          email,
          name,
          isByProvider: true,
        })
        return reply.redirect(attempt.next, 303)
      } catch (error) {
        return refuse(request, reply, error, attempt.next)
      }
    })
  }
}

const unknown = (domain: string) =>
  `No organisation here uses addresses of ${domain || 'this kind'}. Sign in with your password.`

function emailForm(form: { token: string; next: string; email: string; sentence?: string }): Html {
  return html`${problem(form.sentence)}
<p>Enter your work e-mail address. You continue on the sign-in page of your organisation.</p>
<form method="post" action="${PATH}">
${formField(form.token)}<input type="hidden" name="next" value="${form.next}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${form.email}">
<button>Continue</button>
</form>
<p class="soft"><a href="/sign-in?next=${encodeURIComponent(form.next)}">Sign in with a password</a></p>`
}

/** For a link that an organisation gives its people, with its domain in it. */
function domainForm(form: { token: string; next: string; domain: string }): Html {
  return html`<p>You continue on the sign-in page of <strong>${form.domain}</strong>.</p>
<form method="post" action="${PATH}">
${formField(form.token)}<input type="hidden" name="next" value="${form.next}"><input type="hidden" name="domain" value="${form.domain}">
<button>Continue</button>
</form>
<p class="soft"><a href="/sign-in?next=${encodeURIComponent(form.next)}">Sign in with a password</a></p>`
}

/**
 * Our own page that forwards the browser. The content security policy (form-action) forbids a form to redirect to
 * another site.
 */
function onward(url: string): Html {
  return html`<meta http-equiv="refresh" content="0;url=${url}">
<p>You continue on ${new URL(url).host}.</p>
<p><a href="${url}">Continue</a></p>`
}
