import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import type { Random } from '../random.ts'
import type { Action } from '../types.ts'
import { isOrdinary, recentPay } from './corrections.ts'

const path = (company: Company) => `/api/super-payments/${company.id}`
const living = (company: Company, isPaid: boolean) =>
  [...company.superFiles]
    .filter(([, file]) => !file.isCancelled && file.isPaid === isPaid)
    .map(([name]) => name)

const superFile: Action = {
  name: 'super-file',
  weight: 6,
  country: 'AU',
  draw: () => ({}),
  async run(company, _, step) {
    const answer = await company.caller.write('POST', `${path(company)}/files`, { all_open: true })
    if (!company.took('super-file', answer)) return
    const paysFrom = company.earliestOpenSuper()
    company.superMoved(paysFrom)
    const { text } = await company.caller.get(`${path(company)}/files/${answer.body.id}`)
    company.superFiles.set(step, { id: answer.body.id, isPaid: false, isCancelled: false, paysFrom })
    company.fix(`${path(company)}/files/${answer.body.id}`, text)
  },
}

/** There is no such file yet, so the step creates one. */
const MADE = 'made'

/** A file that is neither paid nor cancelled. */
const unpaidFile = (random: Random, company: Company) => {
  const names = living(company, false)
  return { file: names.length === 0 ? MADE : random.pick(names) }
}

async function fileOf(company: Company, name: string, step: string) {
  if (name === MADE) await superFile.run(company, {}, step)
  return company.superFiles.get(name === MADE ? step : name)
}

const superPaid: Action = {
  name: 'super-paid',
  weight: 14,
  country: 'AU',
  draw: unpaidFile,
  async run(company, { file: name }, step) {
    const file = await fileOf(company, name, step)
    if (!file) return
    const answer = await company.caller.write('PATCH', `${path(company)}/files/${file.id}`, {
      paid_on: company.today,
    })
    if (company.took('super-paid', answer)) file.isPaid = true
  },
}

const superCancel: Action = {
  name: 'super-cancel',
  weight: 14,
  country: 'AU',
  draw: unpaidFile,
  async run(company, { file: name }, step) {
    const file = await fileOf(company, name, step)
    if (!file) return
    const answer = await company.caller.write('POST', `${path(company)}/files/${file.id}/cancel`)
    if (!company.took('super-cancel', answer)) return
    file.isCancelled = true
    company.superMoved(file.paysFrom)
  },
}

/** The super of a pay was sent, and then the pay is corrected to a lower amount. */
async function overpay(company: Company, name: string): Promise<void> {
  const pay = company.ledger.byName(name)
  if (!pay) return
  await superFile.run(company, {}, `${name}-sent`)
  const hours = [{ description: 'Ordinary hours', units: 'hours', value: 1 }]
  const department = (pay as AnyJson).pay_department
  const answer = await company.caller.write('PUT', `${company.base}/pays/${pay.id}`, {
    hours,
    ...(department ? { pay_department: department } : {}),
  })
  if (!company.took('rebuild', answer)) return
  company.ledger.tell(answer.body)
  company.renewed.set(pay.id, (company.renewed.get(pay.id) ?? 0) + 1)
  company.affected(answer.body.affected_pays)
}

/** A fund refunds an overpayment. */
const superSettle: Action = {
  name: 'super-settle',
  weight: 14,
  country: 'AU',
  draw: (random, company) => ({ pay: recentPay(random, company, isOrdinary)?.[0] }),
  async run(company, { pay }) {
    const find = () => company.caller.read(`${path(company)}/contributions?status=overpaid`)
    const [known] = await find()
    if (!known && pay) await overpay(company, pay)
    const [over] = known ? [known] : await find()
    if (!over) return
    const body = { pay_id: over.pay_id, settled_on: company.today }
    const answer = await company.caller.write('POST', `${path(company)}/settlements`, body)
    if (!company.took('super-settle', answer)) return
    company.superMoved(over.pay_date)
    // The answer shows the contributions. The settlement itself is the newest in the list.
    const [newest] = await company.caller.read(`${company.base}/payments/settlements`)
    company.superSettlements.add(newest.id)
  },
}

export const superOut: Action[] = [superFile, superPaid, superCancel, superSettle]
