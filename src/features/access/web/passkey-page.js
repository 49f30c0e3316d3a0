/* Passkey sign-in on the HTML pages. Everything else on them works without JavaScript. */
const place = document.querySelector('[data-passkey]')
const isKnown = typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function'

async function send(address, body) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'x-tasman-app': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.detail ?? 'That did not work. Try again.')
  return answer
}

async function signIn(next) {
  const options = await send('/app/own/sign-in/passkey/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const { id, response } = (await navigator.credentials.get({ publicKey })).toJSON()
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  await send('/app/own/sign-in/passkey', {
    id,
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle ? { userHandle } : {}),
  })
  location.assign(`/sign-in/done?next=${encodeURIComponent(next)}`)
}

if (place && isKnown) {
  const button = place.querySelector('button')
  const problem = place.querySelector('.problem')
  place.hidden = false
  button.addEventListener('click', async () => {
    button.disabled = true
    problem.hidden = true
    try {
      await signIn(place.dataset.passkey)
    } catch (error) {
      // The person closed the browser's dialog, or it found no passkey. The browser has already shown why.
      const isCancelled = error instanceof DOMException
      problem.textContent = isCancelled
        ? 'No passkey was used. Try again, or sign in another way.'
        : error.message
      problem.hidden = false
    } finally {
      button.disabled = false
    }
  })
}
