import type { Role } from '../../../../database/tables/customers.ts'
import { managesAccount } from '../../../../http/caller.ts'
import { type Html, html } from '../../../../http/html.ts'
import { formField, problem } from './layout.ts'

export type ConnectedApplication = {
  id: number
  clientName: string
  givenBy: string
  since: string
}

type Account = {
  token: string
  email: string
  customerName: string
  sentence?: string | undefined
  notice?: string | undefined
  /** Newly created recovery codes. */
  codes?: readonly string[] | undefined
  /** Present while the second factor is off. */
  offer?: { secret: string; uri: string; qr: string } | undefined
  applications: readonly ConnectedApplication[]
  role: Role
  /** The lifetimes in days to choose from for a personal token. */
  tokenDays: readonly number[]
  /** A newly created token. */
  personalToken?: string | undefined
  /** Present for the owner of a reseller's client. */
  partner?: { partnerName: string; isAllowed: boolean } | undefined
}

/** The account page: second factor, connected applications and sign-out. */
export function accountPage(account: Account): Html {
  return html`${problem(account.sentence)}${account.notice && html`<p class="notice">${account.notice}</p>`}
${account.codes && recoveryCodes(account.codes)}
${account.personalToken && newToken(account.personalToken)}
<p>Signed in as ${account.email} for ${account.customerName}.</p>
<h2>Second factor</h2>
${account.offer ? offerForm(account, account.offer) : switchOffForm(account)}
<h2>Connected applications</h2>
${
  account.applications.length === 0
    ? html`<p>No application can act for ${managesAccount(account) ? account.customerName : 'you'}.</p>`
    : html`<p class="soft">Disconnecting ends all access that the application has to ${account.customerName}.</p>
<ul class="scopes">${account.applications.map((application) => applicationRow(account, application))}</ul>`
}
${account.role !== 'employee' && personalTokens(account)}
${account.partner && partnerSwitch(account.partner, account.token)}
<h2>Sign out</h2>
<form method="post" action="/sign-out">${formField(account.token)}<button class="quiet">Sign out</button></form>`
}

function recoveryCodes(codes: readonly string[]): Html {
  return html`<p>Keep these recovery codes. Each lets you in once when you do not have the app; they are not shown again.</p>
<pre>${codes.join('\n')}</pre>`
}

function newToken(token: string): Html {
  return html`<p class="notice">Your personal token. Copy it now: it is not shown again.</p>
<pre>${token}</pre>`
}

function personalTokens(account: Account): Html {
  return html`<h2>Personal tokens</h2>
<p class="soft">For your own scripts, and for <code>TASMAN_TOKEN</code> in CI. A token acts with your role, and is listed above until it expires or you disconnect it.</p>
<form method="post" action="/account/security/personal-tokens">
${formField(account.token)}
<label for="token-name">What it is for</label>
<input id="token-name" name="name" type="text" maxlength="60" required>
<label for="token-access">It may</label>
<select id="token-access" name="access"><option value="read">read</option>${
    account.role !== 'reader' && html`<option value="write">read and change</option>`
  }</select>
<label for="token-days">It works for</label>
<select id="token-days" name="days">${account.tokenDays.map((days) => html`<option value="${days}">${days} days</option>`)}</select>
<label for="token-password">Your password</label>
<input id="token-password" name="password" type="password" autocomplete="current-password" required>
<button class="quiet">Make a token</button>
</form>`
}

function offerForm(account: Account, offer: { secret: string; uri: string; qr: string }): Html {
  return html`<p>It is off. To switch it on, scan this with an authenticator app or add the key, then enter your password and the code that the app shows.</p>
<p><img src="${offer.qr}" alt="QR code with the key below" width="200" height="200"></p>
<pre>${offer.secret}</pre>
<p><a href="${offer.uri}">Open in an authenticator app</a></p>
<p class="soft">The same as an address, for apps that take one:</p>
<pre>${offer.uri}</pre>
<form method="post" action="/account/security/second-factor">
${formField(account.token)}
<label for="password">Your password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<label for="code">Code from the app</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required>
<button name="do" value="on">Switch on</button>
</form>`
}

function switchOffForm(account: Account): Html {
  return html`<p>It is on: after your password we ask for a code.</p>
<form method="post" action="/account/security/second-factor">
${formField(account.token)}
<label for="password">Your password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<label for="code">Code from the app</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required>
<button class="quiet" name="do" value="off">Switch off</button>
</form>`
}

function applicationRow(account: Account, application: ConnectedApplication): Html {
  const { id, clientName, givenBy, since } = application
  return html`<li>${clientName} <span class="soft">since ${since}, allowed by ${givenBy}</span>
<form method="post" action="/account/security/disconnect">${formField(account.token)}
<input type="hidden" name="grant_id" value="${id}">
<button class="quiet" aria-label="Disconnect ${clientName}">Disconnect</button></form></li>`
}

function partnerSwitch(partner: { partnerName: string; isAllowed: boolean }, token: string): Html {
  const { partnerName, isAllowed } = partner
  return html`<h2>Help from your partner</h2>
<p>${partnerName} ${isAllowed ? 'may' : 'may not'} open this account without a password, each time for 30 minutes.
<a href="/account/partner-access">What that means</a></p>
<form method="post" action="/account/partner-access">${formField(token)}
<input type="hidden" name="next" value="/account/security">
<button class="quiet" name="decision" value="${isAllowed ? 'forbid' : 'allow'}">${isAllowed ? 'Stop allowing' : 'Allow'}</button></form>`
}
