import { todayOf } from '../../../countries/index.ts'
import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import type { Caller } from '../../../http/caller.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import type { AffectedPayView, PayEffects } from './affected-schema.ts'
import { requireEmployee } from './find.ts'
import { lawRatesOn } from './law-rates.ts'
import { prepareChange } from './prepare.ts'
import { loadEmploymentOptions, type OpenEmployee, openEmployee } from './queries.ts'
import type { EmployeeInput } from './schema.ts'
import { TAX_NUMBER_STATUS } from './tax-numbers.ts'
import { insertTerms, listChanges, loadTerms, replaceTerms } from './term-queries.ts'
import { cancelledTerms, followedTerms, PAY_CALENDAR } from './terms.ts'
import { isDerived, type RemainingTerms, withoutChange } from './without-change.ts'
import { writeChanges } from './write-changes.ts'

type CancelCall = { caller: Caller; employeeId: number; payEffects: PayEffects }

/** Cancels a dated change, scheduled or in effect. Returns the pays that would differ without it. */
export function cancelChange(
  service: Service,
  { caller, employeeId, payEffects }: CancelCall,
  changeId: number,
): Promise<AffectedPayView[]> {
  return service.database.transaction(async (tx) => {
    const { company_id } = await requireEmployee(service, caller, employeeId, { answer: 404, query: tx })
    const company = present(await findCompany(tx, service.cipher, company_id))
    // Code that reads pays before a change must lock the company before it locks employees.
    await payEffects.lock(tx, company)
    const stored = await requireEmployee(service, caller, employeeId, { answer: 404, query: tx, lock: true })
    const cancelled = (await listChanges(tx, stored.id)).find((change) => change.id === changeId)
    if (!cancelled) throw notFound('Change not found.')
    if (isDerived(cancelled))
      throw conflict(
        `These terms of ${cancelled.effective_from} were not sent: they follow from another change, and end with it. Cancel that change instead.`,
      )
    if (cancelled.status === 'refused') {
      await replaceTerms(tx, [cancelled.id], [])
      return []
    }
    const opened = openEmployee(service.cipher, stored)
    const options = await loadEmploymentOptions(tx, stored.customer_id)
    const law = lawRatesOn(service, service.clock.today())
    const today = todayOf(service, company)
    const recorded = (await loadTerms(tx, [stored.id])).get(stored.id) ?? []
    // A recorded change had an IRD number (NZ) if its tax code needed one.
    const prepare = (stood: OpenEmployee, input: EmployeeInput) =>
      prepareChange(stood, input, company.jurisdiction, options, law, true)
    const remaining = withoutChange(opened, recorded, { cancelled, today }, prepare)
    refuseLostNumber(cancelled, opened, remaining.record)
    const from = [cancelled.effective_from, ...remaining.rewritten.map((row) => row.effective_from)].sort()[0]
    const effects = await payEffects.watch(service, tx, company, [
      { employeeId: stored.id, from: civilDate(present(from)) },
    ])
    await replaceTerms(
      tx,
      remaining.dropped.map(({ id }) => id),
      remaining.rewritten,
    )
    const change = { company, employeeId: stored.id, now: service.clock.now(), today }
    await insertTerms(tx, [
      ...remaining.following.map(({ after, terms }) => ({
        ...followedTerms(change, terms),
        effective_from: terms.from,
        created_at: after.created_at,
      })),
      cancelledTerms(change, cancelled.effective_from),
    ])
    await writeChanges(service, tx, [{ stored, opened, current: remaining.record }])
    return (await effects()).get(stored.id) ?? []
  })
}

/** Tax numbers are not part of the terms, so the number before a change cannot be restored. */
function refuseLostNumber(
  { fields, status }: EmployeeTerms,
  current: OpenEmployee,
  record: RemainingTerms<OpenEmployee>['record'],
): void {
  if (TAX_NUMBER_STATUS in fields)
    throw conflict(
      'The change has a tax file number, and the earlier number is not stored. Change the employee again instead.',
    )
  if (PAY_CALENDAR in fields)
    throw conflict(
      'The change moved the employee to another pay calendar. Change the calendar’s employees instead.',
    )
  const isDeclaredAgain = status === 'applied' && current.no_declaration && !record.no_declaration
  if (isDeclaredAgain && record.ird_number === null && record.nz_tax_code !== 'WT')
    throw conflict(
      'The change removed the IRD number, which is not stored any more. Change the employee again and send the number.',
    )
}
