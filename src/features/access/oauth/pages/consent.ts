import { SCOPES } from '../../../../http/caller.ts'
import { type Html, html } from '../../../../http/html.ts'
import { isOneOf } from '../../../../kernel/values/word-lists.ts'
import { formField } from './layout.ts'

/** Describes each scope on the consent page. */
const SCOPE_WORDS: Record<(typeof SCOPES)[number], string> = {
  openid: 'Know who you are: your name, your e-mail address and the name of your account',
  'payroll.read': 'See your companies, employees, pays and reports',
  'payroll.write': 'Change your companies and employees, and run and correct pays',
  'partner.checkout.preview': 'See products and price new orders for your clients',
  'partner.checkout.write': 'Start trials and place orders for your clients',
  'partner.checkout.cancel': 'Cancel trials and orders of your clients',
  openapi: 'Use the API (an older name, kept for existing applications)',
}

/** Asks the person whether the application may have these scopes for the customer. */
export function consentForm(form: {
  token: string
  query: Record<string, string>
  clientName: string
  customerName: string
  email: string
  scopes: string[]
}): Html {
  const host = new URL(form.query.redirect_uri ?? '').host
  const hidden = Object.entries(form.query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<p><strong>${form.clientName}</strong> asks to act for <strong>${form.customerName}</strong>. It could then:</p>
<ul class="scopes">${form.scopes.filter((scope) => isOneOf(SCOPES, scope)).map((scope) => html`<li>${SCOPE_WORDS[scope]}</li>`)}</ul>
<p class="soft">Signed in as ${form.email}. Afterwards you return to ${host}. You can end this access at any time under
<a href="/account/security">your account</a>.</p>
<form method="post" action="/consent">
${formField(form.token)}${hidden}
<button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny">Do not allow</button>
</form>`
}
