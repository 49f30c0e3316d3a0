import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { draftsWait } from '../../../http/view.ts'
import { countDrafts } from '../../employer/companies/index.ts'
import { countStandingItems } from './queries.ts'

/** Warns about drafts and standing items that become active again when an employee is restored. */
export async function restoredAdvice(tx: Tx, employee: Employee): Promise<string[]> {
  const drafts = await countDrafts(tx, [employee.id])
  const waiting =
    drafts > 0 ? [`${draftsWait(drafts)}; processing the run pays it. Delete what should not be paid.`] : []
  return [...waiting, ...(employee.is_terminated ? [] : await itemsAdvice(tx, employee))]
}

/** Warns about values that reinstating replaces and items that apply again. */
export async function reinstatedAdvice(
  tx: Tx,
  before: Employee,
  after: Employee,
  isContinuous: boolean,
): Promise<string[]> {
  const replaced =
    before.start_date === after.start_date
      ? []
      : [
          `start_date was ${before.start_date} and is ${after.start_date} now${isContinuous ? '' : ': leave and long service count from it'}.`,
        ]
  const inactive = after.active_pay_recipient
    ? []
    : ['active_pay_recipient is false: no drafts are made for the employee.']
  return [...replaced, ...inactive, ...(await itemsAdvice(tx, after))]
}

async function itemsAdvice(tx: Tx, { id }: Employee): Promise<string[]> {
  const count = await countStandingItems(tx, id)
  if (count === 0) return []
  return [`${count} standing items of the employee are added to new pays again. End those that should not.`]
}
