import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import { abn, ird, tfn } from '../identifiers.ts'
import { authority, compareReported } from '../invariants/authority.ts'
import { type Action, Broken } from '../types.ts'
import { gateway, reportEverything, submit } from './lodging.ts'
import { keepFile } from './money.ts'

/* Authorities answer line by line, and the numbers of an employer change. At the end of a life nothing is open. */

/** The authority refuses some lines of a report, of an update or of a replacement. */
const partly: Action = {
  name: 'lodge-in-part',
  weight: 16,
  draw: (random, company) => ({
    what: random.pick(company.isNz ? ['submit', 'submit', 'late'] : ['submit', 'update', 'replace', 'late']),
    from: addDays(company.today, -random.pick([14, 40, 80])),
  }),
  async run(company, { what, from }) {
    // A message that waited for the gateway is also answered in part.
    await gateway(company, what === 'late' ? 'down' : 'partial')
    if (what === 'update') await update(company)
    else if (what === 'replace') await replaceLast(company)
    else await submit(company, from, 'lodge-in-part')
    if (what === 'late') await gateway(company, 'partial')
    await company.target.work(company.customer)
    await gateway(company, 'accept')
  },
}

async function update(company: Company): Promise<void> {
  const body = { year: company.year }
  company.took('lodge-in-part', await company.caller.write('POST', `${company.reports}/update`, body))
}

async function replaceLast(company: Company): Promise<void> {
  const [last] = await company.caller.read(`${company.reports}/submissions`)
  if (!last) return
  const path = `${company.reports}/submissions/${last.id}/replace`
  company.took('lodge-in-part', await company.caller.write('POST', path, {}))
}

/**
 * Messages wait for a gateway that is down. One of them is withdrawn, and the messages built on it are planned again.
 */
const withdrawn: Action = {
  name: 'lodge-withdrawn',
  weight: 12,
  draw: (random, company) => ({
    from: addDays(company.today, -random.pick([14, 40])),
    isLast: random.chance(0.4),
  }),
  async run(company, { from, isLast }) {
    await gateway(company, 'down')
    await submit(company, from, 'lodge-while-down')
    const list: AnyJson[] = await company.caller.read(`${company.reports}/submissions`)
    const waiting = list.filter(({ status }) => status === 'queued')
    const one = isLast ? waiting[0] : waiting.at(-1)
    if (one) {
      const path = `${company.reports}/submissions/${one.id}/withdraw`
      company.took('lodge-withdrawn', await company.caller.write('POST', path, { is_certain: true }))
    }
    await gateway(company, 'accept')
  },
}

/**
 * The employer gets another number or branch, or the present one was a typing error. If the request does not say which,
 * nothing may move once something was lodged in the year.
 */
const anotherNumber: Action = {
  name: 'change-number',
  weight: 6,
  draw(random, company) {
    const how = random.pick(['correction', 'new-identity', 'unsaid'])
    const isOfBranch = !company.isNz && random.chance(0.4)
    return {
      ...(how === 'unsaid' ? {} : { identity_change: how }),
      ...(company.isNz ? { ird_number: ird(random) } : {}),
      ...(isOfBranch ? { branch_number: String(random.int(1, 999)) } : {}),
      ...(company.isNz || isOfBranch ? {} : { abn: abn(random) }),
    }
  },
  async run(company, body) {
    const path = `/api/company/${company.id}`
    const before: AnyJson = await company.caller.read(path)
    const isSame = Object.entries(body).every(([name, value]) => (before[name] ?? '1') === value)
    const wasLodged = await hasLodgedThisYear(company)
    const answer = await company.caller.write('PATCH', path, body)
    const how = body.identity_change ?? 'unsaid'
    company.took(`change-number ${how}`, answer)
    company.took('change-number', answer)
    if (how === 'unsaid' && wasLodged && !isSame && answer.status < 300)
      throw new Broken('identity', `${JSON.stringify(body)} was taken without a word after pays were lodged`)
  },
}

const NOT_LODGED = new Set(['rejected', 'withdrawn'])

async function hasLodgedThisYear(company: Company): Promise<boolean> {
  const list: AnyJson[] = await company.caller.read(`${company.reports}/submissions`)
  const start = company.isNz ? `${company.year - 1}-04-01` : `${company.year - 1}-07-01`
  return list.some(({ status, pay_date }) => pay_date >= start && !NOT_LODGED.has(status))
}

/** An employee, who may have left, provides a tax number. */
const taxNumberLater: Action = {
  name: 'tax-number-later',
  weight: 8,
  draw(random, company) {
    const people = [...company.people.values()].filter((each) => !each.isDeleted && !each.isTwin)
    if (people.length === 0) return undefined
    const fields = company.isNz ? { ird_number: ird(random) } : { tax_file_number: tfn(random) }
    return { person: random.pick(people).name, fields }
  },
  async run(company, { person: who, fields }) {
    const person = company.person(who)
    if (!person) return
    for (const number of Object.values(fields)) company.secret(String(number))
    const body = [{ id: person.id, ...fields }]
    const answer = await company.caller.write('PATCH', `${company.base}/employees/update`, body)
    company.took('tax-number-later', answer)
  },
}

/** Items that stay open for a reason that the payroll officer has to resolve. */
const EXPLAINED = /no longer owed|overpaid|without a fund|without a payee|estate/

/** Longer than any chain of messages. A message that is never answered is found after that. */
const MOST_ROUNDS = 12

/** Whether the proof names a report without an answer yet. */
async function isUnderWay(company: Company): Promise<boolean> {
  const span = `from_date=${company.start}&to_date=${company.today}`
  const proof: AnyJson = await company.caller.read(`${company.base}/proof?${span}`)
  return proof.open_points.some(({ sentence }: AnyJson) => /has not answered yet/.test(sentence))
}

/**
 * At the end of a life everything is reported and paid. Every item still open has a reason, and no one is forgotten.
 */
const settleUp: Action = {
  name: 'settle-up',
  weight: 0,
  draw: () => undefined,
  async run(company, _, step) {
    // A message built on one that is under way waits for its answer, so a chain takes one round per message.
    for (let round = 0; round < 3 || (round < MOST_ROUNDS && (await isUnderWay(company))); round += 1) {
      await reportEverything(company)
      await company.target.work(company.customer)
    }
    const wrong = await compareReported(company)
    if (wrong) throw new Broken(authority.name, wrong)
    await payEverything(company, step)
    await nothingForgotten(company)
    company.count('settled up')
  },
}

async function payEverything(company: Company, step: string): Promise<void> {
  const items: AnyJson[] = await company.caller.read(`${company.base}/payments/items`)
  const open = items.filter((item) => item.kind === 'net' && item.open > 0)
  const pay_ids = [...new Set(open.map((item) => item.pay_id))]
  await redirectAll(company, pay_ids, 'net')
  const bank = await company.caller.write('POST', `${company.base}/payments/files`, { all_open: true })
  if (company.took('bank-file', bank)) await keepFile(company, step, bank.body)
  if (company.isNz) return
  const contributions = `/api/super-payments/${company.id}`
  const owed: AnyJson[] = await company.caller.read(`${contributions}/contributions?status=returned`)
  const supers = [...new Set(owed.map((row) => row.pay_id))]
  await redirectAll(company, supers, 'super')
  const answer = await company.caller.write('POST', `${contributions}/files`, { all_open: true })
  if (company.took('super-file', answer)) company.superMoved(company.start)
}

/** One call redirects at most 1,000 pays. */
const REDIRECTED_AT_ONCE = 1000

async function redirectAll(company: Company, payIds: readonly number[], kind: 'net' | 'super') {
  for (let from = 0; from < payIds.length; from += REDIRECTED_AT_ONCE) {
    const pay_ids = payIds.slice(from, from + REDIRECTED_AT_ONCE)
    const body = { pay_ids, kind, is_same_place: true }
    company.took('redirect', await company.caller.write('POST', `${company.base}/payments/redirects`, body))
  }
}

/**
 * Every open point has a reason that the service names. Requesting it again must not report that there is nothing to
 * do.
 */
async function nothingForgotten(company: Company): Promise<void> {
  const span = `from_date=${company.start}&to_date=${company.today}`
  const proof: AnyJson = await company.caller.read(`${company.base}/proof?${span}`)
  for (const point of proof.open_points) {
    if (EXPLAINED.test(point.sentence)) continue
    if (point.kind === 'net' && (await isWithoutAccount(company, point.employee_id))) continue
    const why = point.kind === 'report' ? await refusalOf(company, point) : undefined
    if (why && !/nothing/i.test(why)) continue
    const where = `${point.kind} of employee ${point.employee_id}, pay ${point.pay_id}`
    throw new Broken('nothing-forgotten', `${where}: ${point.sentence} Asked again: ${why ?? 'it is sent'}`)
  }
}

/** Paid in cash, or hired by a call without an answer, so the call that sets the account was not made. */
async function isWithoutAccount(company: Company, id: number): Promise<boolean> {
  if (company.personById(id)?.isPaidInCash) return true
  const accounts: AnyJson[] = await company.caller.read(`/api/employees/${id}/bank-accounts`)
  return accounts.length === 0
}

/** The reason why one pay cannot be reported. Undefined when it was not refused. */
async function refusalOf(company: Company, { pay_id, employee_id }: AnyJson): Promise<string | undefined> {
  // A changed number does not belong to a pay.
  const path = `${company.reports}/${company.isNz ? 'submit' : 'submit-stp-pays'}`
  const submitted =
    pay_id === null ? undefined : await company.caller.write('POST', path, { pay_ids: [pay_id] })
  if (submitted?.status === 400) return String(submitted.body.detail ?? submitted.text)
  if (submitted?.status === 201)
    throw new Broken('nothing-forgotten', `pay ${pay_id} is sent again: ${submitted.text.slice(0, 900)}`)
  if (company.isNz) return undefined
  const body = { year: company.year, employee_ids: [employee_id] }
  const updated = await company.caller.write('POST', `${company.reports}/update`, body)
  return updated.status === 400 ? String(updated.body.detail ?? updated.text) : undefined
}

export const byLine: Action[] = [partly, withdrawn, anotherNumber, taxNumberLater, settleUp]
