import { transactionHooks } from '../../../database/transaction-hooks.ts'
import { html } from '../../../http/html.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { brandOfCustomer } from '../../platform/branding/index.ts'
import { formToken } from './cookies.ts'
import { PAGE, PasswordField, readForm, TextField, takesForm } from './forms.ts'
import { sendPage } from './pages/layout.ts'
import { forgotForm, setPasswordForm } from './pages/sign-in.ts'
import { findPasswordLink, mailResetLink, refusePassword, setPassword } from './password-links.ts'
import { accountName } from './sign-in.ts'
import { waitSentence } from './sign-in-steps.ts'
import { countTry, keysOf } from './throttle.ts'

const LINK_IS_OVER = html`<p>This link has been used or is older than 24 hours.</p>
<p><a href="/forgot-password">Ask for a new one</a></p>`

/** Handles forgotten passwords and the links that set a new one. */
export function passwordRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get('/forgot-password', PAGE, async (request, reply) =>
      sendPage(reply, 200, 'Forgot password', forgotForm({ token: formToken(service, request, reply) })),
    )

    app.post('/forgot-password', takesForm({ email: TextField }), async (request, reply) => {
      const form = readForm(service, request)
      const email = accountName(form('email'))
      const seconds = await countTry(service, keysOf(service, request, 'reset', email))
      if (seconds > 0) {
        const token = formToken(service, request, reply)
        const page = forgotForm({ token, sentence: waitSentence(seconds) })
        return sendPage(reply.header('retry-after', seconds), 429, 'Forgot password', page)
      }
      // Not awaited, so the response takes equally long for an unknown address.
      transactionHooks.exit(() =>
        mailResetLink(service, email).catch((error) =>
          service.log.error({ err: error }, 'reset mail not sent'),
        ),
      )
      noteAudit(request, { action: 'password.forgot' })
      return sendPage(
        reply,
        200,
        'Check your mail',
        html`<p>If someone here has this address, a link is on its way. It works once, for 24 hours.</p>`,
      )
    })

    app.get<{ Params: { token: string } }>('/set-password/:token', PAGE, async (request, reply) => {
      const { token: link } = request.params
      const user = await findPasswordLink(service, link)
      if (!user) return sendPage(reply, 404, 'This link does not work', LINK_IS_OVER)
      const token = formToken(service, request, reply)
      const page = setPasswordForm({ token, link, email: user.email })
      return sendPage(reply, 200, 'Set your password', page, await brandOfCustomer(service, user.customer_id))
    })

    app.post<{ Params: { token: string } }>(
      '/set-password/:token',
      takesForm({ email: TextField, password: PasswordField }),
      async (request, reply) => {
        const { token: link } = request.params
        const form = readForm(service, request)
        const user = await findPasswordLink(service, link)
        if (!user) return sendPage(reply, 404, 'This link does not work', LINK_IS_OVER)
        const sentence = refusePassword(form('password'), user.email)
        if (sentence) {
          const token = formToken(service, request, reply)
          const page = setPasswordForm({ token, link, email: user.email, sentence })
          return sendPage(
            reply,
            422,
            'Set your password',
            page,
            await brandOfCustomer(service, user.customer_id),
          )
        }
        noteAudit(request, { action: 'password.set', userId: user.user_id, customerId: user.customer_id })
        if (!(await setPassword(service, link, form('password'))))
          return sendPage(reply, 404, 'This link does not work', LINK_IS_OVER)
        return reply.redirect('/sign-in?password=set', 303)
      },
    )
  }
}
