import { type Html, html } from '../../../../http/html.ts'
import { PASSWORD_MIN } from '../../../../security/passwords.ts'
import { formField, problem } from './layout.ts'

export type InvitationForm = {
  token: string
  link: string
  email: string
  name: string
  customerName: string
  inviterName: string
  /** The employer of an invited employee. Null for colleagues. */
  employer: string | null
  sentence?: string | undefined
}

/** An invited person enters their name and chooses a password. */
export function invitationForm(form: InvitationForm): Html {
  return html`${problem(form.sentence)}
<p>${form.inviterName} invites you to ${form.employer === null ? form.customerName : `${form.employer}: your payslips, your leave and your details`}.</p>
<form method="post" action="/invitation/${form.link}">
${formField(form.token)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" value="${form.email}" readonly>
<label for="name">Your name</label>
<input id="name" name="name" type="text" autocomplete="name" maxlength="120" required value="${form.name}">
<label for="password">Choose a password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${PASSWORD_MIN}" aria-describedby="rule">
<p class="soft" id="rule">At least ${PASSWORD_MIN} characters.</p>
<button>Join</button>
</form>`
}
