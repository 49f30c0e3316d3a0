import { todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest, unprocessable } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { updateEmployeesIn } from '../../employees/employees/index.ts'
import { lockCompanyPays, payEffects } from '../pays/index.ts'
import { type Listed, listPeople, viewRates } from './list.ts'
import { saveDecisions } from './queries.ts'
import type { EsctDecided, EsctDecisionRequest } from './schema.ts'

/** Approves the new rates of all or some members, as terms from 1 April, or keeps the current rates. */
export function decideRates(
  service: Service,
  caller: Caller,
  company: Company,
  { from_date, action, employee_ids }: EsctDecisionRequest,
): Promise<EsctDecided> {
  const today = todayOf(service, company)
  const from = civilDate(from_date)
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const people = await listPeople(service, tx, company, from, 'body')
    const chosen = choose(people, employee_ids)
    if (chosen.length === 0) throw badRequest('Everyone on the list already has a decision.')
    const warnings = action === 'APPROVE' ? await applyRates(service, tx, company, chosen, from) : []
    const now = service.clock.now()
    await saveDecisions(
      tx,
      chosen.map((person) => ({
        customer_id: company.customer_id,
        company_id: company.id,
        employee_id: person.employee_id,
        from_date: from,
        kind: action === 'APPROVE' ? ('approved' as const) : ('kept' as const),
        rate: action === 'APPROVE' ? person.newRate.toFixed() : String(person.current_rate),
        previous_rate: String(person.current_rate),
        basis: person.basis,
        threshold_amount: person.threshold.toFixed(),
        decided_by: caller.userId,
        decided_at: now,
      })),
    )
    const list = viewRates(await listPeople(service, tx, company, from, 'body'), company, from, today)
    return { ...list, ...(warnings.length > 0 ? { warnings } : {}) }
  })
}

function choose(people: readonly Listed[], ids: readonly number[] | undefined): Listed[] {
  if (ids === undefined) return people.filter(({ status }) => status === 'open')
  const wanted = new Set(ids)
  const listed = new Set(people.map(({ employee_id }) => employee_id))
  const unknown = ids.flatMap((id, index) => (listed.has(id) ? [] : [`${id} (employee_ids.${index})`]))
  if (unknown.length > 0)
    throw badRequest(`Not on the list of ESCT rates: employee ${unknown.slice(0, 5).join(', ')}.`)
  return people.filter(({ employee_id }) => wanted.has(employee_id))
}

/** An unchanged rate needs no term. */
async function applyRates(
  service: Service,
  tx: Tx,
  company: Company,
  chosen: readonly Listed[],
  from: CivilDate,
): Promise<string[]> {
  const changed = chosen.filter(({ rate, current_rate }) => rate !== current_rate)
  if (changed.length === 0) return []
  const results = await updateEmployeesIn(
    service,
    tx,
    company,
    changed.map(({ employee_id, newRate }) => ({
      id: employee_id,
      esct_rate: newRate.toFixed(),
      effective_from: from,
    })),
    { identifierType: 'employee_id', ifMatch: undefined, payEffects },
  )
  return results.flatMap(({ errors, affected_pays = [] }, index) => {
    const name = changed[index]?.format_name ?? ''
    const [error] = Object.values(errors)
    if (error !== undefined) throw unprocessable(`${name}: ${error}`)
    if (affected_pays.length === 0) return []
    return [
      `${name}: ${affected_pays.length} processed ${affected_pays.length === 1 ? 'pay has' : 'pays have'} a different rate since ${from}. Correct them, or keep them.`,
    ]
  })
}
