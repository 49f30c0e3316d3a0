import { inCellOf } from '../../../database/cell-of-customer.ts'
import { managesAccount } from '../../../http/caller.ts'
import type { App } from '../../../http/types.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { listWholeMails, textOf } from '../../platform/mail/index.ts'
import { formToken } from './cookies.ts'
import { PAGE, readField, readForm, TextField, takesForm } from './forms.ts'
import { demoCallbackPage, demoMailPage, demoTokensPage } from './pages/demo.ts'
import { sendPage } from './pages/layout.ts'
import { sessionUser } from './sessions.ts'

const APPLICATIONS = [
  { client_id: 'demo-client', client_secret: 'demo-secret' },
  { client_id: 'demo-partner', client_secret: 'demo-partner-secret' },
] as const

const SHOWN_MAILS = 20

/** Pages that exist outside production only: an application's callback, and the customer's unsent emails. */
export function demoRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get('/demo/callback', PAGE, async (request, reply) => {
      const [code, state] = [readField(request.query, 'code'), readField(request.query, 'state')]
      const error = [readField(request.query, 'error'), readField(request.query, 'error_description')]
      const token = formToken(service, request, reply)
      const page = demoCallbackPage({ token, code, state, error: error.filter(Boolean).join(': ') })
      return sendPage(reply, 200, 'Back at the application', page)
    })

    app.post('/demo/callback', takesForm({ code: TextField }), async (request, reply) => {
      const code = readForm(service, request)('code')
      let [status, text] = [400, '']
      // The page does not know which of the two demo applications asked. A code sent to the wrong one stays
      // valid.
      for (const application of APPLICATIONS) {
        const response = await app.inject({
          method: 'POST',
          url: '/api/oauth/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({
            grant_type: 'authorization_code',
            code,
            redirect_uri: `${service.settings.publicUrl}/demo/callback`,
            ...application,
          }).toString(),
        })
        status = response.statusCode
        text = JSON.stringify(response.json(), null, 2)
        if (status === 200) break
      }
      return sendPage(reply, 200, 'Tokens', demoTokensPage(status, text))
    })

    app.get('/demo/mail', PAGE, async (request, reply) => {
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect('/sign-in?next=/demo/mail', 302)
      // Emails contain links that give access, so only people who may give access can read them.
      if (!managesAccount(user)) throw forbidden('Only an owner or admin of the account can read its mail.')
      const { query } = service.database
      const mails = await inCellOf(query, user.customerId, () =>
        listWholeMails(query, user.customerId, SHOWN_MAILS),
      )
      const shown = mails.map((mail) => ({ ...mail, text: textOf(service, mail) }))
      return sendPage(reply, 200, 'Mail that would have been sent', demoMailPage(shown))
    })
  }
}
