import { type MoneyItem, readBankFile } from '../../independent/money.ts'
import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import { type Action, Broken } from '../types.ts'
import { recentPay } from './corrections.ts'

/** Stores a bank file with its text, which must stay the same. */
export async function keepFile(company: Company, step: string, file: AnyJson): Promise<void> {
  const paysFrom = company.earliestOpen()
  company.moneyMoved(paysFrom)
  const content = await company.caller.get(`${company.base}/payments/files/${file.id}/content`)
  company.files.set(step, { id: file.id, credits: readBankFile(content.text), status: 'made', paysFrom })
  company.fix(`${company.base}/payments/files/${file.id}/content`, content.text)
}

const bankFile: Action = {
  name: 'bank-file',
  weight: 6,
  draw(random, company) {
    const days = random.chance(0.5) ? random.pick([-3, 0, 1, 4, 30]) : undefined
    return { all_open: true, ...(days === undefined ? {} : { value_date: addDays(company.today, days) }) }
  },
  async run(company, body, step) {
    const answer = await company.caller.write('POST', `${company.base}/payments/files`, body)
    if (company.took('bank-file', answer)) await keepFile(company, step, answer.body)
    if (answer.status < 300 && answer.body.value_date < company.today)
      throw new Broken('value-date', `a file of ${company.today} is due on ${answer.body.value_date}`)
  },
}

const bankFileOfPay: Action = {
  name: 'bank-file-of-pay',
  weight: 6,
  draw(random, company) {
    const found = recentPay(random, company)
    return found && { pay: found[0] }
  },
  async run(company, { pay: name }, step) {
    const pay = company.ledger.byName(name)
    if (!pay) return
    const answer = await company.caller.write('POST', `${company.base}/payments/files`, { pay_ids: [pay.id] })
    if (company.took('bank-file-of-pay', answer)) await keepFile(company, step, answer.body)
  },
}

const made = (company: Company, status: string) =>
  [...company.files].filter(([, file]) => file.status === status).map(([name]) => name)

const cancelFile: Action = {
  name: 'cancel-file',
  weight: 6,
  draw(random, company) {
    const names = made(company, 'made')
    return names.length === 0 ? undefined : { file: random.pick(names) }
  },
  async run(company, { file: name }) {
    const file = company.files.get(name)
    if (!file) return
    const path = `${company.base}/payments/files/${file.id}/cancel`
    const answer = await company.caller.write('POST', path, { reason: 'Wrong day at the bank' })
    if (!company.took('cancel-file', answer)) return
    file.status = 'cancelled'
    company.moneyMoved(file.paysFrom)
  },
}

const settleFile: Action = {
  name: 'settle-file',
  weight: 5,
  draw(random, company) {
    const names = made(company, 'made')
    return names.length === 0 ? undefined : { file: random.pick(names) }
  },
  async run(company, { file: name }) {
    const file = company.files.get(name)
    if (!file) return
    const path = `${company.base}/payments/files/${file.id}`
    const answer = await company.caller.write('PATCH', path, { settled_on: company.today })
    if (company.took('settle-file', answer)) file.status = 'settled'
  },
}

const payByHand: Action = {
  name: 'pay-by-hand',
  weight: 4,
  draw(random, company) {
    const found = recentPay(random, company)
    return found && { pay: found[0], method: random.pick(['cash', 'transfer', 'cheque']) }
  },
  async run(company, { pay: name, method }, step) {
    const pay = company.ledger.byName(name)
    if (!pay) return
    const body = { method, settled_on: company.today, items: [{ pay_id: pay.id }] }
    const answer = await company.caller.write('POST', `${company.base}/payments/settlements`, body)
    if (!company.took('pay-by-hand', answer)) return
    company.settlements.add(answer.body.id)
    company.made.set(step, { settlement: answer.body.id, payDate: pay.processed_date })
    company.isSettlementMade = true
    company.moneyMoved(pay.processed_date)
  },
}

const takeBack: Action = {
  name: 'reverse-settlement',
  weight: 28,
  draw(random, company) {
    const names = [...company.made].filter(([, each]) => each.settlement).map(([name]) => name)
    return names.length === 0 ? undefined : { step: random.pick(names) }
  },
  async run(company, { step }) {
    const { settlement: id, payDate } = company.made.get(step) ?? {}
    if (!id) return
    const answer = await company.caller.write('POST', `${company.base}/payments/settlements/${id}/reverse`)
    if (!company.took('reverse-settlement', answer)) return
    company.made.delete(step)
    company.isSettlementMade = true
    company.moneyMoved(payDate)
  },
}

/** Money to recover is deducted from later pays, repaid, or written off. */
const recover: Action = {
  name: 'recover',
  weight: 48,
  draw(random, company) {
    const isOwed = ({ kind, open }: MoneyItem) => kind === 'net' && open < 0
    if (![...company.items.values()].some((items) => items.some(isOwed))) return undefined
    return { how: random.pick(['set-off', 'repaid', 'written-off']) }
  },
  async run(company, { how }) {
    const items: AnyJson[] = await company.caller.read(`${company.base}/payments/items?status=to-recover`)
    const item = items.find((each) => each.kind === 'net')
    if (!item) return
    const kind = how === 'set-off' ? 'set-off' : 'recover'
    const answer =
      how === 'set-off'
        ? await company.caller.write('POST', `${company.base}/payments/set-offs`, {
            pay_id: item.pay_id,
            agreed_on: company.today,
            agreement: 'Signed form',
          })
        : await company.caller.write('POST', `${company.base}/payments/settlements`, {
            method: how,
            settled_on: company.today,
            items: [{ pay_id: item.pay_id }],
          })
    if (!company.took(kind, answer)) return
    company.settlements.add(answer.body.id)
    company.isSettlementMade = true
    // A set-off reduces the open amounts of other pays.
    company.moneyMoved([item.pay_date, company.earliestOpen()].sort()[0] ?? item.pay_date)
  },
}

const redirect: Action = {
  name: 'redirect',
  weight: 7,
  draw(random, company) {
    const found = recentPay(random, company)
    return found && { pay: found[0], kind: company.isNz ? 'net' : random.pick(['net', 'super']) }
  },
  async run(company, { pay: name, kind }) {
    const pay = company.ledger.byName(name)
    if (!pay) return
    const body = { pay_ids: [pay.id], kind, is_same_place: true }
    company.took('redirect', await company.caller.write('POST', `${company.base}/payments/redirects`, body))
  },
}

export const moneyOut: Action[] = [
  bankFile,
  bankFileOfPay,
  cancelFile,
  settleFile,
  payByHand,
  takeBack,
  recover,
  redirect,
]
