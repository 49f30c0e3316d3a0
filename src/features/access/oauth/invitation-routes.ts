import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../http/html.ts'
import { PersonName } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { InvalidRequest } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { brandOfCustomer } from '../../platform/branding/index.ts'
import { formToken, writeDeviceCookie } from './cookies.ts'
import { PAGE, PasswordField, readFields, TextField, takesForm } from './forms.ts'
import { acceptInvitation, findInvitation } from './invitations.ts'
import { type InvitationForm, invitationForm } from './pages/invitation.ts'
import { sendPage } from './pages/layout.ts'
import { refusePassword } from './password-links.ts'
import { requiresProvider } from './provider-queries.ts'
import { startSession } from './start-session.ts'

type Link = { Params: { token: string } }
const FIELDS = { name: PersonName, email: TextField, password: PasswordField }

const OVER = html`<p>This invitation was used or withdrawn, or is older than seven days.</p>
<p>Ask the person who invited you, or another owner or admin of the account, for a new one. If you have signed in before:
<a href="/sign-in">Sign in</a></p>`
const TAKEN = html`<p>This e-mail address signs in here already, and an address signs in to one account.</p>
<p>Ask the person who invited you to use another address.</p>`
const voidOf = ({ inviter_name: inviter, customer_name: customer }: Found) =>
  html`<p>${inviter} can no longer give you this access to ${customer}.</p>
<p>Ask an owner or admin of ${customer} for a new invitation.</p>`
const DEAD = 'This link does not work'

/** The page on which an invited person chooses a password and signs in. */
export function invitationRoutes(service: Service) {
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    invitation: Omit<InvitationForm, 'token'> & { customerId: number },
  ) => {
    const token = formToken(service, request, reply)
    const page = invitationForm({ ...invitation, token })
    const brand = await brandOfCustomer(service, invitation.customerId)
    return sendPage(reply, status, 'Welcome', page, brand)
  }

  return async (app: App): Promise<void> => {
    app.get<Link>('/invitation/:token', PAGE, async (request, reply) => {
      const { token: link } = request.params
      const found = await findInvitation(service, link)
      if (!found) return sendPage(reply, 404, DEAD, OVER)
      if (!found.mayGive) return sendPage(reply, 404, DEAD, voidOf(found))
      return show(request, reply, 200, { ...aboutOf(found), link })
    })

    app.post<Link>('/invitation/:token', takesForm(FIELDS), async (request, reply) => {
      const { token: link } = request.params
      const { form, problem } = readFields(service, request)
      const found = await findInvitation(service, link)
      if (!found) return sendPage(reply, 404, DEAD, OVER)
      if (!found.mayGive) return sendPage(reply, 404, DEAD, voidOf(found))
      const name = problem ? found.name : form('name').trim()
      const refusal = problem ? sentenceOf(problem) : refusePassword(form('password'), found.email)
      if (refusal) return show(request, reply, 422, { ...aboutOf(found), name, link, sentence: refusal })
      let userId: number | undefined
      noteAudit(request, () => ({
        action: 'invitation.accept',
        customerId: found.customer_id,
        userId,
        target: `${found.email} as ${found.role}`,
      }))
      const person = { name, password: form('password') }
      const accepted = await acceptInvitation(service, link, person, (id) => {
        userId = id
      })
      if (accepted.kind === 'over') return sendPage(reply, 404, DEAD, OVER)
      if (accepted.kind === 'void') return sendPage(reply, 404, DEAD, voidOf(found))
      if (accepted.kind === 'taken') return sendPage(reply, 409, 'This address is already in use', TAKEN)
      // The password was chosen here. An organisation that requires its identity provider does not accept
      // passwords.
      if (await requiresProvider(service, { customerId: found.customer_id, role: found.role }))
        return reply.redirect('/sign-in/organisation', 303)
      await startSession(service, request, reply, { userId: accepted.userId, isVerified: true })
      writeDeviceCookie(service, request, reply, accepted.email)
      return reply.redirect('/app', 303)
    })
  }
}

/** The problem with the form's fields, worded for the page. */
const sentenceOf = ({ message }: InvalidRequest) => `${message.replace(/^name /, 'Your name ')}.`

type Found = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

const aboutOf = (found: Found) => ({
  customerId: found.customer_id,
  customerName: found.customer_name,
  inviterName: found.inviter_name,
  email: found.email,
  name: found.name,
  employer: found.employer,
})
