import type { EndedLeave } from '../../../countries/contract/leave-rules.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import type { Caller } from '../../../http/caller.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, isZero, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { type Employment, employmentsOf } from '../../../payroll/employments.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import {
  endBalance,
  endSickLeave,
  findFinalPay,
  findOpeningStart,
  insertEmployment,
  listEarlierEmployments,
} from './employment-queries.ts'
import type { EmploymentView } from './employment-schema.ts'
import { requireEmployee } from './find.ts'

/**
 * Closes the ended employment when the employee is reinstated. If service does not continue, the leave that the law lets
 * end with an employment goes too. Its movement belongs to the final pay, so deleting that pay restores the leave.
 */
export async function closeEmployment(
  service: Service,
  tx: Tx,
  employee: Employee,
  { isContinuous, startDate }: { isContinuous: boolean; startDate: CivilDate },
): Promise<string[]> {
  const company = present(await findCompany(tx, service.cipher, employee.company_id))
  const { leave } = countryOf(company.jurisdiction)
  const finalPay = await findFinalPay(tx, employee.id)
  const { start_date, termination_date } = employee
  await insertEmployment(tx, {
    customer_id: employee.customer_id,
    company_id: employee.company_id,
    employee_id: employee.id,
    start_date: civilDate(start_date),
    end_date: civilDate(termination_date ?? start_date),
    is_continued: isContinuous,
    final_pay_id: finalPay?.pay_id ?? null,
    created_at: service.clock.now(),
  })
  if (isContinuous)
    return [
      'Service continues: leave, averages and long service count the earlier employment.',
      ...(leave.isUnderHolidaysAct && finalPay
        ? ['The weeks and the 8% that the final pay paid count as paid (Holidays Act 2003 ss 23 and 25).']
        : []),
    ]
  const said = ['A new employment begins: send is_continuous true if service continues.']
  const gap = {
    state: employee.state,
    ended: civilDate(termination_date ?? start_date),
    started: startDate,
  }
  const isBridged = leave.isLongServiceBridged(service.rates, gap)
  if (isBridged)
    said.push(
      `Long service leave counts the earlier employment: ${employee.state} allows a gap of this length. Check the Act: the limit is not verified.`,
    )
  if (!finalPay) return said
  for (const kind of leave.endedWithEmployment) {
    const left = decimal(employee[ENDING[kind]])
    if (isZero(left) || (kind === 'long service leave' && isBridged)) continue
    if (kind === 'sick leave') await endSickLeave(tx, employee, finalPay.pay_id)
    else await endBalance(tx, employee, finalPay.pay_id, 'lsl')
    said.push(
      left.gt(ZERO)
        ? `${left.toFixed()} hours of ${kind} ended with the earlier employment: the balance is 0.`
        : takenInAdvance(left, kind),
    )
  }
  for (const balance of keysOf(ADVANCED)) {
    const { hours, name } = ADVANCED[balance]
    const left = decimal(employee[hours])
    if (!left.lt(ZERO)) continue
    await endBalance(tx, employee, finalPay.pay_id, balance)
    said.push(takenInAdvance(left, name))
  }
  return said
}

const ENDING = { 'sick leave': 'sick_hours', 'long service leave': 'lsl_hours' } as const satisfies Record<
  EndedLeave,
  unknown
>

/** Leave that the final pay pays out. What was taken in advance does not reduce the leave of the next employment. */
const ADVANCED = {
  holiday: { hours: 'holiday_hours', name: 'annual leave' },
  rdo: { hours: 'rdo_hours', name: 'rostered days off' },
  toil: { hours: 'toil_hours', name: 'time off in lieu' },
} as const

const takenInAdvance = (left: Decimal, name: string) =>
  `${left.times('-1').toFixed()} hours of ${name} were taken in advance in the earlier employment and are not deducted from the leave of the new one: the balance is 0.`

type CurrentDays = Pick<Employee, 'start_date' | 'termination_date'>

/** Lists all employments of an employee, with the current one last. */
export function allEmploymentsOf(
  { start_date, termination_date }: CurrentDays,
  earlier: readonly EarlierEmployment[],
  openingStart: CivilDate | null,
): Employment[] {
  const ended = earlier.map((each) => ({
    start: each.start_date,
    end: each.end_date,
    isContinued: each.is_continued,
  }))
  const end = termination_date === null ? null : civilDate(termination_date)
  const current = { start: civilDate(start_date), end, isContinued: false }
  return employmentsOf([...ended, current], openingStart)
}

/** Lists an employee's employments as the API shows them, oldest first. */
export async function readEmployments(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<EmploymentView[]> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const { query } = service.database
  const earlier = await listEarlierEmployments(query, employee.id)
  const openingStart = await findOpeningStart(query, employee.id)
  const finalPay = employee.is_terminated ? await findFinalPay(query, employee.id) : undefined
  return allEmploymentsOf(employee, earlier, openingStart).map(
    ({ start, end, isContinuous, serviceStart }, index) => {
      const ended = earlier[index]
      return {
        start_date: start,
        end_date: end,
        reason: (ended ?? finalPay)?.reason ?? null,
        is_continuous: isContinuous,
        service_start_date: serviceStart,
        final_pay_id: (ended ? ended.final_pay_id : finalPay?.pay_id) ?? null,
      }
    },
  )
}
