import { type Html, html } from '../../../../http/html.ts'
import { formField } from './layout.ts'

type PartnerAccessForm = {
  token: string
  next: string
  customerName: string
  partnerName: string
  isAllowed: boolean
}

/** Asks the owner whether the reseller may open the account. */
export function partnerAccessForm(form: PartnerAccessForm): Html {
  return html`<p><strong>${form.partnerName}</strong> set up the account of <strong>${form.customerName}</strong> for you. May its
people open it without a password, to help you?</p>
<ul class="scopes"><li>Each time for 30 minutes, with a bar on top that says so.</li>
<li>Never your password, second factor, connected applications or API management.</li>
<li>Every opening and every change stands in your audit log.</li></ul>
<p class="soft">It is ${form.isAllowed ? 'allowed' : 'not allowed'} now. You can change this at any time under <a href="/account/security">your account</a>.</p>
<form method="post" action="/account/partner-access">
${formField(form.token)}<input type="hidden" name="next" value="${form.next}">
<button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="forbid">${form.isAllowed ? 'Stop allowing' : 'Do not allow'}</button>
</form>`
}

/**
 * Asks the reseller's staff member to continue. This browser's session changes only with the button, never by
 * opening the link.
 */
export function openHandoffForm(form: {
  token: string
  link: string
  partnerName: string
  customerName: string
}): Html {
  return html`<p>You open the account of <strong>${form.customerName}</strong> for <strong>${form.partnerName}</strong>, for 30
minutes. Both audit logs record what you do there. In this browser you are signed out of your own account.</p>
<form method="post" action="/handoff/${form.link}">${formField(form.token)}<button>Open the account</button></form>`
}
