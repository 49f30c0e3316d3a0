import type { EmployeeRules } from '../../../countries/contract/employee-rules.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { formatName } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { type RememberedEmployee, rememberNow } from '../../pays/snapshots/index.ts'
import { hasTaxNumber } from './comparison.ts'
import type { Finding } from './finding.ts'
import type { RunPerson } from './queries.ts'

/** What nobody would refuse and a payroll officer would want to know before paying. */
export async function adviceOf(
  service: Service,
  tx: Tx,
  company: Company,
  run: PayRunRow,
  people: readonly RunPerson[],
): Promise<Finding[]> {
  const today = await rememberNow(
    service,
    tx,
    people.map((person) => person.employee_id),
  )
  const look = (
    employeeId: number,
    area: Finding['area'],
    message: string,
    mend: Finding['mend'],
  ): Finding => ({
    area,
    severity: 'look',
    employeeId,
    message,
    mend,
  })
  const { taxNumber, statusAdvice } = countryOf(company.jurisdiction).employee
  const own = today.flatMap((employee): Finding[] => [
    ...(hasTaxNumber(company, employee) ? [] : [look(employee.id, 'pay', taxNumber.missing, 'employee')]),
    ...(employee.start_date > run.start_date && employee.start_date <= run.end_date
      ? [
          look(
            employee.id,
            'pay',
            `Started on ${employee.start_date}, within this period: check the hours.`,
            'pay',
          ),
        ]
      : []),
  ])
  const unreachable = people
    .filter((person) => !person.payslip_address)
    .map((person) =>
      look(person.employee_id, 'payslip', 'No e-mail address: hand the payslip over.', 'employee'),
    )
  const warned = people.flatMap((person) =>
    person.warnings.map((sentence) => look(person.employee_id, 'pay', sentence, 'pay')),
  )
  // What the law gives this kind of employment, and the settings do not.
  const unaccrued = people.flatMap((person) =>
    statusAdvice(null, person).map((sentence) => look(person.employee_id, 'pay', sentence, 'employee')),
  )
  return [...own, ...sharedNumbers(today, taxNumber), ...warned, ...unaccrued, ...unreachable]
}

/** Two people with one tax number: one of them is wrong. Numbers that stand for none are shared by design. */
function sharedNumbers(
  today: readonly RememberedEmployee[],
  { field, title }: EmployeeRules['taxNumber'],
): Finding[] {
  const numberOf = (employee: RememberedEmployee) => employee[field]?.replaceAll(/[\s-]/g, '') ?? ''
  const shared = [...Map.groupBy(today, numberOf)].filter(
    ([number, own]) => number !== '' && !/^(\d)\1+$/.test(number) && own.length > 1,
  )
  return shared.flatMap(([, own]) =>
    own.map(
      (employee): Finding => ({
        area: 'lodgement',
        severity: 'look',
        employeeId: employee.id,
        message: `${title} is also that of ${own
          .filter((other) => other !== employee)
          .map(formatName)
          .join(', ')}.`,
        mend: 'employee',
      }),
    ),
  )
}
