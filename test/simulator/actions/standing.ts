import { auAccount, nzAccount } from '../identifiers.ts'
import type { Action } from '../types.ts'

/** A deduction paid to a third party: union, court, lease. */
const payeeDeduction: Action = {
  name: 'payee-deduction',
  weight: 3,
  draw(random, company) {
    const people = company.active()
    if (people.length === 0) return undefined
    return {
      person: random.pick(people).name,
      account: company.isNz ? nzAccount(random) : auAccount(random),
      amount: random.int(3, 40),
    }
  },
  async run(company, { person: who, account, amount }, step) {
    const person = company.person(who)
    if (!person) return
    const payee = await company.caller.write('POST', `${company.base}/payees`, {
      kind: 'union',
      name: `Union ${step}`,
      account_number: account,
      ...(company.isNz ? {} : { bsb: '062-001' }),
    })
    if (!company.took('payee', payee)) return
    company.account(account, `payee ${payee.body.id}`)
    const answer = await company.caller.write('POST', `/api/employees/${person.id}/deductions`, {
      description: `Union ${step}`,
      amount,
      classification: 'UNION_FEES',
      auto_apply_to_pay: true,
      payee_id: payee.body.id,
      payee_reference: `REF ${step}`,
    })
    company.took('payee-deduction', answer)
  },
}

const sacrifice: Action = {
  name: 'sacrifice',
  weight: 16,
  country: 'AU',
  draw(random, company) {
    const people = company.active()
    return people.length === 0 ? undefined : { person: random.pick(people).name, amount: random.int(10, 120) }
  },
  async run(company, { person: who, amount }, step) {
    const person = company.person(who)
    if (!person) return
    const body = { description: `Sacrifice ${step}`, amount, auto_apply_to_pay: true }
    const answer = await company.caller.write('POST', `/api/employees/${person.id}/pay-sacrifices`, body)
    if (company.took('sacrifice', answer))
      company.made.set(step, { sacrifice: answer.body.id, person: person.id })
  },
}

const endSacrifice: Action = {
  name: 'end-sacrifice',
  weight: 70,
  country: 'AU',
  draw(random, company) {
    const names = [...company.made].filter(([, each]) => each.sacrifice).map(([name]) => name)
    return names.length === 0 ? undefined : { step: random.pick(names) }
  },
  async run(company, { step }) {
    const made = company.made.get(step)
    if (!made?.sacrifice) return
    const path = `/api/employees/${made.person}/pay-sacrifices/${made.sacrifice}`
    if (company.took('end-sacrifice', await company.caller.write('DELETE', path))) company.made.delete(step)
  },
}

export const standing: Action[] = [payeeDeduction, sacrifice, endSacrifice]
