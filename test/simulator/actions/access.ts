import { type Action, Broken } from '../types.ts'

/**
 * An application is registered, the customer consents, the application reads, and the consent ends: its token ends at
 * once.
 */
const consent: Action = {
  name: 'consent',
  weight: 3.5,
  draw: () => ({}),
  async run(company, _, step) {
    const { caller, target, customer } = company
    const made = await caller.write('POST', '/api/api-admin/clients', {
      name: `App ${step}`,
      allows_loopback: true,
    })
    if (!company.took('register-application', made)) return
    const tokens = await target.grant(customer, 1, { clientId: made.body.client_id })
    /** Undefined while the service is down. */
    const ask = async () => {
      const headers = { authorization: `Bearer ${tokens.access}` }
      const answer = await target.send({ method: 'GET', path: company.base, headers }).catch(() => undefined)
      return answer?.status === 503 ? undefined : answer
    }
    const first = await ask()
    if (!first) return
    if (first.status !== 200)
      throw new Broken('access', `a consent was given and ${company.base} answers ${first.status}`)
    company.took('consent', first)
    const connections = await caller.read('/api/api-admin/connections')
    const own = connections.find((each: { client_id: string }) => each.client_id === made.body.client_id)
    const ended = await caller.write('DELETE', `/api/api-admin/connections/${own?.id}`)
    if (!company.took('end-consent', ended)) return
    const second = await ask()
    if (second && second.status !== 401)
      throw new Broken('access', `a consent was ended and ${company.base} answers ${second.status}`)
  },
}

/** Requests another customer's company, people and pays by their ids: nothing is shown. */
const trespass: Action = {
  name: 'trespass',
  weight: 4.5,
  draw: (random) => ({ near: random.int(-40, 40) }),
  async run(company, { near }) {
    const other = company.id + near === company.id ? company.id + 1 : company.id + near
    if (other < 1) return
    for (const path of [
      `/api/company/${other}`,
      `/api/company/${other}/pays`,
      `/api/company/${other}/employees`,
    ]) {
      const { status } = await company.caller.get(path)
      if (status === 200) throw new Broken('isolation', `GET ${path} answers 200 to ${company.customer.mark}`)
    }
    company.count('trespass')
  },
}

/** The second officer signs in again, and the old pair of tokens is left to expire. */
const signInAgain: Action = {
  name: 'sign-in-again',
  weight: 4,
  draw: () => ({}),
  async run(company) {
    await company.consent(1)
    company.count('sign-in-again')
  },
}

/** The mail server is down for a while and comes back. */
const mailDown: Action = {
  name: 'mail-down',
  weight: 6,
  draw: (_random, company) => ({ isDown: company.sandboxFaults.mail_server !== 'down' }),
  async run(company, { isDown }) {
    const { mail_server: _, ...others } = company.sandboxFaults
    company.sandboxFaults = isDown ? { ...others, mail_server: 'down' } : others
    const answer = await company.caller.write('PUT', '/api/sandbox/faults', company.sandboxFaults)
    company.took(isDown ? 'mail-down' : 'mail-back', answer)
  },
}

/** The payslips of a run are mailed. */
const mailPayslips: Action = {
  name: 'mail-payslips',
  weight: 8,
  draw: (random, company) => {
    const runs = [...new Set([...company.ledger.pays.values()].slice(-60).map((pay) => pay.pay_run_id))]
    return runs.length === 0 || company.active().length > 15
      ? undefined
      : { nth: random.int(0, runs.length - 1) }
  },
  async run(company, { nth }) {
    const runs = [...new Set([...company.ledger.pays.values()].slice(-60).map((pay) => pay.pay_run_id))]
    if (runs.length === 0) return
    const path = `${company.base}/pay-runs/${runs[nth % runs.length]}/payslips/emails`
    company.took('mail-payslips', await company.caller.write('POST', path, {}))
  },
}

export const access: Action[] = [consent, trespass, signInAgain, mailDown, mailPayslips]
