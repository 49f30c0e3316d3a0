import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { isExpected } from '../lodgements/index.ts'

/** Earlier employments of rehired employees, in order. */
export async function loadEarlierEmployments(
  tx: Tx,
  employeeIds: readonly number[],
): Promise<Map<number, EarlierEmployment[]>> {
  const { rows } = await sql<EarlierEmployment>`
    select * from employments where employee_id = any(${employeeIds}::int[])
    order by employee_id, start_date, id`.execute(tx)
  return Map.groupBy(rows, (row) => row.employee_id)
}

/** The last payday of these employees that was filed under an earlier number of the employer, which was not wrong. */
export async function loadFormerlyFiled(
  tx: Tx,
  companyId: number,
  employeeIds: readonly number[],
): Promise<Map<number, CivilDate>> {
  const { rows } = await sql<{ employee_id: number; pay_date: CivilDate }>`
    select line.employee_id, max(line.pay_date) as pay_date
    from former_identities former
    join submissions event on event.identity_id = former.id
    join lodged_lines line on line.submission_id = event.id and ${isExpected('line')}
    where former.company_id = ${companyId} and not former.is_wrong and line.employee_id = any(${employeeIds}::int[])
    group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row.pay_date]))
}
