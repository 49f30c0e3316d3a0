import type { EndingService, Entitlements } from '../../../countries/contract/final-pay.ts'
import { type Country, countryOf } from '../../../countries/index.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate, civilDateOrNone } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, isZero, toCent, toPlaces, whole } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { servicesBefore } from '../../../payroll/employments.ts'
import { FIGURES_OF_THIS_PAY } from '../../../payroll/sources.ts'
import { termAtEnd, termsTimeline } from '../../../payroll/terms.ts'
import { Trace } from '../../../payroll/trace.ts'
import type { Service } from '../../../service.ts'
import {
  changeOf,
  type EmploymentView,
  loadTerms,
  readEmployments,
  requireEmployee,
} from '../../employees/employees/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { viewStep } from '../pays/index.ts'
import type { EmployeeEntitlements, Entitlement, EntitlementQuery } from './schema.ts'

type Kind = Exclude<keyof Entitlements, 'warnings'>

/** Calculates one entitlement from facts in the request. */
export function calculateEntitlement(service: Service, kind: Kind, query: EntitlementQuery): Entitlement {
  const rules = rulesOf(countryOf('AU'))
  const ending = serviceOf({
    startDate: civilDate(present(query.start_date)),
    lastDay: civilDate(present(query.termination_date)),
    dateOfBirth: civilDateOrNone(query.date_of_birth ?? null),
    isCasual: query.is_casual ?? false,
    employeeCount: query.employee_count ?? null,
    state: query.state ?? null,
    reason: query.reason ?? 'TERMINATION',
    cessationTypeCode: query.cessation_type_code ?? null,
  })
  return owedBy(
    service,
    rules,
    kind,
    ending,
    query.weekly_pay === undefined ? null : decimal(String(query.weekly_pay)),
  )
}

/** Calculates the statutory entitlements of an employee if the employment ended on a day. Nothing is stored. */
export async function readEntitlements(
  service: Service,
  caller: Caller,
  employeeId: number,
  query: EntitlementQuery,
): Promise<EmployeeEntitlements> {
  const today = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const employee = await employeeAtEnd(service, today, civilDate(present(query.termination_date)))
  const company = present(await findCompany(service.database.query, service.cipher, employee.company_id))
  const rules = rulesOf(countryOf(company.jurisdiction))
  const employments = await readEmployments(service, caller, employeeId)
  const { startDate, earlierService } = servicesOf(employee, employments)
  const ending = serviceOf({
    startDate,
    lastDay: civilDate(present(query.termination_date)),
    dateOfBirth: civilDateOrNone(employee.date_of_birth),
    isCasual: employee.employment_status === 'Casual',
    employeeCount: query.employee_count ?? null,
    state: employee.state,
    reason: query.reason ?? 'TERMINATION',
    cessationTypeCode: query.cessation_type_code ?? null,
    earlierService,
  })
  const weeklyHours = decimal(employee.standard_hours_per_day).times(
    whole(Number(employee.standard_days_per_week)),
  )
  const rate = employee.pay_rate_per_hour
  const weeklyPay = rate === null ? null : toCent(decimal(rate).times(weeklyHours))
  const owed = (kind: Kind) => owedBy(service, rules, kind, ending, weeklyPay)
  return {
    employee_id: employee.id,
    service_start_date: startDate,
    termination_date: ending.lastDay,
    weekly_pay: weeklyPay === null ? null : Number(weeklyPay.toFixed()),
    notice: owed('notice'),
    redundancy: owed('redundancy'),
    long_service_leave: owed('longService'),
    long_service_balance_weeks: isZero(weeklyHours)
      ? null
      : Number(toPlaces(decimal(employee.lsl_hours).div(weeklyHours), 4).toFixed()),
    warnings: [
      ...rules.warnings(ending, service.rates),
      'The legal minimum. An award, an agreement or a contract may give more; less may be owed for serious misconduct, fixed terms and training arrangements.',
      ...(ending.employeeCount === null
        ? ['Send employee_count: small employers owe no redundancy pay.']
        : []),
    ],
  }
}

/** The first day of the current service, and the services that ended before it. */
function servicesOf({ start_date }: Employee, views: readonly EmploymentView[]) {
  const employments = views.map((view) => ({
    start: civilDate(view.start_date),
    end: civilDateOrNone(view.end_date),
    isContinuous: view.is_continuous,
    serviceStart: civilDate(view.service_start_date),
  }))
  const own = employments.at(-1)
  if (!own) return { startDate: civilDate(start_date), earlierService: [] }
  return { startDate: own.serviceStart, earlierService: servicesBefore(employments, own) }
}

/** The employee with the terms of the day that the employment would end on. */
async function employeeAtEnd(service: Service, today: Employee, lastDay: CivilDate): Promise<Employee> {
  const recorded = (await loadTerms(service.database.query, [today.id])).get(today.id)
  if (!recorded) return today
  const timeline = termsTimeline(recorded.map(changeOf))
  const names = [
    'pay_rate_per_hour',
    'standard_hours_per_day',
    'standard_days_per_week',
    'employment_status',
    'state',
  ]
  const terms = names.flatMap((name) => {
    const value = termAtEnd(timeline, name, {
      lastDay,
      periodEnd: lastDay > service.clock.today() ? lastDay : service.clock.today(),
    })
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...today, ...Object.fromEntries(terms) }
}

function rulesOf({ finalPay, name }: Country): Entitlements {
  if (finalPay.entitlements) return finalPay.entitlements
  throw badRequest(`The amounts owed at the end of an employment in ${name} is not calculated here.`)
}

function serviceOf(ending: EndingService): EndingService {
  if (ending.lastDay < ending.startDate)
    throw badRequest(
      `termination_date ${ending.lastDay} is before the start of service, ${ending.startDate}.`,
    )
  return ending
}

function owedBy(
  { rates }: Service,
  rules: Entitlements,
  kind: Kind,
  ending: EndingService,
  weeklyPay: Decimal | null,
): Entitlement {
  const trace = new Trace()
  const weeks = rules[kind](ending, rates, trace)
  const amount =
    weeks &&
    weeklyPay &&
    trace.product({
      name: 'amount',
      formula: 'weeks × a week’s pay, to the cent',
      multiply: { weeks, weeklyPay },
      to: toCent,
      rule: 'At the base rate for ordinary hours',
      source: FIGURES_OF_THIS_PAY,
    })
  return {
    weeks: weeks && Number(weeks.toFixed()),
    amount: amount && Number(amount.toFixed()),
    steps: trace.steps.map(viewStep),
  }
}
