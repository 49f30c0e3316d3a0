// The first steps of a new owner, as in the web app: sets a password, signs in, hires an employee, pays, and opens the payslip.

/** Goes from the owner's link to a payslip of the service at `base`. Returns the size of the PDF. */
export async function makePayslip(base, passwordLink, email) {
  const browser = createBrowser(base)
  const password = `a-long-password-${Date.now()}`
  await browser.post(passwordLink, await browser.form(passwordLink, { password, repeated: password }))
  const signIn = await browser.form('/sign-in?next=/app', { email, password })
  const { status } = await browser.post('/sign-in', signIn)
  if (status !== 302 && status !== 303) throw new Error(`Signing in answered ${status}.`)

  const company = await browser.api('PUT', '/company/create', {
    legal_name: 'Image Pty Ltd',
    jurisdiction: 'AU',
  })
  const [{ employee, errors: problems }] = await browser.api(
    'PUT',
    `/company/${company.id}/employees/create`,
    [
      {
        first_name: 'Ivy',
        last_name: 'Imager',
        start_date: '2024-01-01',
        date_of_birth: '1990-01-01',
        employment_status: 'Full-time',
        pay_rate_per_hour: '40.00',
        tax_file_number: '123456782',
        is_foreign_resident: false,
        has_claimed_tax_free_threshold: true,
        has_stsl_liability: false,
        is_closely_held: false,
        address1: '1 George Street',
        city: 'Sydney',
        state: 'NSW',
        postcode: '2000',
        country: 'AU',
      },
    ],
  )
  if (!employee) throw new Error(`No employee was created: ${JSON.stringify(problems)}`)
  const [pay] = await browser.api('PUT', `/company/${company.id}/pays/create`, [
    { employee_id: employee.id, hours: [{ description: 'Ordinary', units: 'hours', value: 38 }] },
  ])
  const payslip = await browser.fetch(`/app/api/company/${company.id}/pays/${pay.id}/payslip`)
  const pdf = Buffer.from(await payslip.arrayBuffer())
  if (!payslip.ok || pdf.subarray(0, 4).toString() !== '%PDF')
    throw new Error(`The payslip answered ${payslip.status}.`)
  return pdf.length
}

function createBrowser(base) {
  const cookies = new Map()
  const send = async (path, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'x-tasman-app': '1', ...init.headers }
    const answer = await fetch(base + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  return {
    fetch: send,
    /** The hidden fields of a page's form together with the given fields. */
    async form(path, fields) {
      const page = await (await send(path)).text()
      const hidden = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
      return { ...Object.fromEntries([...hidden].map(([, name, value]) => [name, value])), ...fields }
    },
    post: (path, fields) => send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    async api(method, path, body) {
      const headers = { 'content-type': 'application/json' }
      const answer = await send(`/app/api${path}`, { method, headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    },
  }
}
