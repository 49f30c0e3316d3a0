import { SCOPES } from '../../../../http/caller.ts'
import { type Html, html } from '../../../../http/html.ts'
import { isOneOf } from '../../../../kernel/values/word-lists.ts'
import { SCOPE_WORDS } from '../scopes.ts'
import { formField } from './layout.ts'

/** What the person is asked: which application, for which customer, may do what. */
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
<a href="/account/security">Security</a>.</p>
<form method="post" action="/consent">
${formField(form.token)}${hidden}
<button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny">Do not allow</button>
</form>`
}
