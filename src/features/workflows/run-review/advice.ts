import type { EmployeeRules } from '../../../countries/contract/employee-rules.ts'
import { countryOf, type Rates } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { formatName } from '../../../http/view.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import type { RememberedEmployee } from '../../pays/snapshots/index.ts'
import { hasTaxNumber } from './comparison.ts'
import type { Finding } from './finding.ts'
import type { RunPerson } from './queries.ts'

/** The number of people named in a sentence about a shared number. */
const NAMED = 3

/** Advice for the payroll officer before paying. Nothing in it would be refused. */
export function adviceOf(
  company: Company,
  run: PayRunRow,
  people: readonly RunPerson[],
  today: readonly RememberedEmployee[],
  rates: Rates,
): Finding[] {
  const look = (
    employeeId: number,
    area: Finding['area'],
    message: string,
    mend: Finding['mend'],
    many?: string,
  ): Finding => ({
    area,
    severity: 'look',
    employeeId,
    message,
    mend,
    ...(many ? { many } : {}),
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
            'started within this period: check their hours',
          ),
        ]
      : []),
  ])
  const unreachable = people
    .filter((person) => !person.payslip_address)
    .map((person) =>
      look(
        person.employee_id,
        'payslip',
        'No e-mail address: deliver the payslip another way.',
        'employee',
        'have no e-mail address: deliver their payslips another way',
      ),
    )
  const warned = people.flatMap((person) =>
    person.warnings.map((sentence) => look(person.employee_id, 'pay', sentence, 'pay')),
  )
  // Entitlements that the law gives this kind of employment and the settings do not.
  const unaccrued = people.flatMap((person) =>
    statusAdvice(null, person, { rates, day: run.end_date }).map((sentence) =>
      look(person.employee_id, 'pay', sentence, 'employee'),
    ),
  )
  return [...own, ...sharedNumbers(today, taxNumber), ...warned, ...unaccrued, ...unreachable]
}

/** Two people with the same tax number: one of them is wrong. Codes for a missing number may repeat. */
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
        message: `${title} is also that of ${namesOf(own.filter((other) => other !== employee))}.`,
        many: `have the same ${title.replace('The ', '')} as someone else`,
        mend: 'employee',
      }),
    ),
  )
}

/** The first few names. Otherwise a number shared by a thousand people would list a thousand names for each of them. */
const namesOf = (others: readonly RememberedEmployee[]) => nameSome(others, NAMED, formatName)
