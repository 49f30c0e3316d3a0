import type { AnyJson } from '../../support/app.ts'
import type { Action } from '../types.ts'

/*
 * Banks and funds answer line by line: a credit or a contribution is returned days later, and sometimes the answer
 * arrives twice.
 */

const REASONS = ['Account closed', 'No such account', 'Payee deceased']

const bankReturns: Action = {
  name: 'bank-returns',
  weight: 14,
  draw(random, company) {
    const names = [...company.files].filter(([, file]) => file.status !== 'cancelled').map(([name]) => name)
    if (names.length === 0) return undefined
    const particulars = {
      place: random.int(0, 50),
      reason: random.pick(REASONS),
      isTwice: random.chance(0.2),
    }
    return { file: random.pick(names), ...particulars }
  },
  async run(company, { file: name, place, reason, isTwice }) {
    const file = company.files.get(name)
    if (!file || file.status === 'cancelled') return
    const path = `${company.base}/payments/files/${file.id}`
    const read: AnyJson = await company.caller.read(path)
    const nets = read.items.filter((item: AnyJson) => item.kind === 'net' && item.outcome !== 'returned')
    const item = nets[place % Math.max(1, nets.length)]
    if (!item) return
    const answer = {
      employee_id: item.employee_id,
      pay_id: item.pay_id,
      file_id: file.id,
      outcome: 'returned',
      date: company.today,
      reason,
    }
    const imports = `${company.base}/imports/bank-answers`
    const taken = await company.caller.write('POST', imports, [answer])
    if (!company.took('bank-returns', taken)) return
    file.returned = [
      ...(file.returned ?? []),
      { party: `employee ${item.employee_id}`, cents: Math.round(item.amount * 100) },
    ]
    company.moneyMoved(file.paysFrom)
    if (isTwice) company.took('bank-returns-twice', await company.caller.write('POST', imports, [answer]))
  },
}

const fundReturns: Action = {
  name: 'fund-returns',
  weight: 14,
  country: 'AU',
  draw(random, company) {
    const names = [...company.superFiles]
      .filter(([, file]) => !file.isCancelled && file.isPaid)
      .map(([name]) => name)
    return names.length === 0 ? undefined : { file: random.pick(names), place: random.int(0, 50) }
  },
  async run(company, { file: name, place }) {
    const file = company.superFiles.get(name)
    if (!file || file.isCancelled) return
    const pays = [...company.ledger.pays.values()].filter(
      (pay) => pay.status === 'processed' && pay.processed_date >= file.paysFrom && Number(pay.super) > 0,
    )
    const pay = pays[place % Math.max(1, pays.length)]
    if (!pay) return
    const body = { returned_on: company.today, reason: 'Unknown member', items: [{ pay_id: pay.id }] }
    const answer = await company.caller.write(
      'POST',
      `/api/super-payments/${company.id}/files/${file.id}/returns`,
      body,
    )
    if (company.took('fund-returns', answer)) company.superMoved(file.paysFrom)
  },
}

export const returns: Action[] = [bankReturns, fundReturns]
