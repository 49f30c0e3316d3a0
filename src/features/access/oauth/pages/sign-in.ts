import { type Html, html } from '../../../../http/html.ts'
import { PASSWORD_MIN } from '../../../../security/passwords.ts'
import { formField, problem } from './layout.ts'

type Form = { token: string; sentence?: string | undefined }

type SignIn = Form & {
  next: string
  email: string
  notice?: string | undefined
  isDemo: boolean
  hasOrganisations: boolean
}

export function signInForm(form: SignIn): Html {
  return html`${problem(form.sentence)}${form.notice && html`<p class="notice">${form.notice}</p>`}
<form method="post" action="/sign-in">
${formField(form.token)}<input type="hidden" name="next" value="${form.next}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${form.email}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>
${passkeyButton(form.next, 'Use a passkey')}
${form.hasOrganisations && html`<p class="soft"><a href="/sign-in/organisation?next=${encodeURIComponent(form.next)}">Continue with your organisation</a></p>`}
<p class="soft"><a href="/forgot-password">Forgot your password?</a></p>
${form.isDemo && html`<p class="notice">This is the demo: sign in as <code>owner@demo.example</code> with <code>demo-password</code>.</p>`}`
}

/** The script shows the button in browsers that support passkeys. */
function passkeyButton(next: string, text: string): Html {
  return html`<div class="passkey" hidden data-passkey="${next}"><button type="button" class="quiet">${text}</button>
<p class="problem" role="alert" hidden></p></div>
<script src="/assets/passkey.js" defer></script>`
}

type CodeForm = Form & { next: string; hasCodes: boolean; hasPasskeys: boolean }

export function codeForm(form: CodeForm): Html {
  const ask = form.hasCodes
    ? 'Enter the six digits that your authenticator app shows now.'
    : 'Use your passkey, or enter one of your recovery codes.'
  return html`${problem(form.sentence)}${form.hasPasskeys && passkeyButton(form.next, 'Use a passkey')}
<p>${ask}</p>
<form method="post" action="/sign-in/code">
${formField(form.token)}<input type="hidden" name="next" value="${form.next}">
<label for="code">Code</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required>
<button>Continue</button>
</form>
${form.hasCodes && html`<p class="soft">No phone at hand? Enter one of your recovery codes instead.</p>`}`
}

export function forgotForm(form: Form): Html {
  return html`${problem(form.sentence)}
<p>We mail you a link with which you can set a new one.</p>
<form method="post" action="/forgot-password">
${formField(form.token)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<button>Send the link</button>
</form>
<p class="soft"><a href="/sign-in">Back to sign-in</a></p>`
}

export function setPasswordForm(form: Form & { link: string; email: string }): Html {
  return html`${problem(form.sentence)}
<form method="post" action="/set-password/${form.link}">
${formField(form.token)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" value="${form.email}" readonly>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${PASSWORD_MIN}" aria-describedby="rule">
<p class="soft" id="rule">At least ${PASSWORD_MIN} characters.</p>
<button>Set the password</button>
</form>`
}

export function signOutForm(form: Form & { email: string }): Html {
  return html`<p>You are signed in as ${form.email}.</p>
<form method="post" action="/sign-out">${formField(form.token)}<button>Sign out</button></form>`
}
