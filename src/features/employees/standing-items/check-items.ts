import { countryOf } from '../../../countries/index.ts'
import { payeeRefusal } from '../../../countries/payee-refusal.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { StandingItem, StandingItemKind } from '../../../database/tables/standing-items.ts'
import { badRequest, unprocessable } from '../../../kernel/problem.ts'
import type { Country } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import { checkAllowanceDescription } from '../../employer/allowances/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { isPayee } from './queries.ts'

/** An employee's allowance is reported like a company's, so the same rules apply. */
export async function checkAllowance(
  service: Service,
  tx: Tx,
  employee: Employee,
  kind: StandingItemKind,
  item: Pick<StandingItem, 'description' | 'allowance_category'>,
): Promise<void> {
  if (kind !== 'allowance') return
  const company = await findCompany(tx, service.cipher, employee.company_id)
  checkAllowanceOf(item, company?.jurisdiction ?? service.settings.region)
}

export function checkAllowanceOf(
  item: Pick<StandingItem, 'description' | 'allowance_category'>,
  jurisdiction: Country,
): void {
  checkAllowanceDescription(item.description, jurisdiction)
  if (countryOf(jurisdiction).law.isAllowanceCategoryNeeded && item.allowance_category === null)
    throw badRequest('allowance_category is required for an employee of an Australian company.')
}

export async function checkPayee(
  service: Service,
  tx: Tx,
  employee: Employee,
  item: PaidItem,
  before?: PaidItem,
): Promise<void> {
  const { payee_id: payeeId } = item
  if (payeeId === null) return
  if (payeeId !== before?.payee_id && !(await isPayee(tx, employee.company_id, payeeId)))
    throw badRequest(`The company has no payee with the id ${payeeId}.`)
  const company = await findCompany(tx, service.cipher, employee.company_id)
  checkPayeeOf(item, company?.jurisdiction ?? service.settings.region)
}

type PaidItem = Pick<StandingItem, 'payee_id' | 'classification'>

/** Refuses a payee for a deduction that is paid to the tax office with the return. */
export function checkPayeeOf({ payee_id, classification }: PaidItem, jurisdiction: Country): void {
  const refusal = payee_id === null ? undefined : payeeRefusal(jurisdiction, classification)
  if (refusal) throw unprocessable(`${refusal}. Omit payee_id.`)
}
