import { type Html, html } from '../../../../http/html.ts'
import { formField } from './layout.ts'

export function demoCallbackPage(form: { token: string; code: string; state: string; error: string }): Html {
  if (form.error) return html`<p>The application got an error instead of a code:</p><pre>${form.error}</pre>`
  return html`<p>This is what an application receives. The code works once, for ten minutes.</p>
<pre>code=${form.code}
state=${form.state}</pre>
<form method="post" action="/demo/callback">
${formField(form.token)}<input type="hidden" name="code" value="${form.code}">
<button>Exchange it for tokens</button>
</form>`
}

export function demoTokensPage(status: number, body: string): Html {
  return html`<p>POST /api/oauth/token answered ${status}:</p><pre>${body}</pre>`
}

export function demoMailPage(mails: readonly { to_address: string; subject: string; text: string }[]): Html {
  if (mails.length === 0) return html`<p>No mail has been sent yet.</p>`
  return html`${mails.map(
    (mail) => html`<h2>${mail.subject}</h2><p class="soft">To ${mail.to_address}</p><pre>${mail.text}</pre>`,
  )}`
}
