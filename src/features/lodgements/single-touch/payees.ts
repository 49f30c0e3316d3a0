import type { Payee } from '../../../countries/au/stp/facts.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { formatName } from '../../../http/view.ts'
import { reportingName } from '../../../identifiers/reported-text.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { derivedFields, loadEmployees, openEmployee } from '../../employees/employees/index.ts'
import { loadExtras, type PayeeExtras, type Period, payrollIdOf } from './load.ts'
import { type Beneficiary, loadBeneficiaries } from './load-beneficiaries.ts'
import { employmentAt, loadEndedEmployments, type ReportedEmployment } from './load-employments.ts'
import type { PayeeYearToDate } from './load-year.ts'

type Person = Omit<Payee, 'period' | 'isFinal' | 'year'>

/**
 * The people of an event with their year to date, ordered by employee id. Personal details are current;
 * employment details are those of the event's date.
 */
export async function loadPayees(
  service: Service,
  tx: Tx,
  company: Company,
  years: ReadonlyMap<number, PayeeYearToDate>,
  parts: { periodOf: (employeeId: number) => Period; isFinal: (employeeId: number) => boolean },
): Promise<Payee[]> {
  const ids = [...years.keys()]
  const dead = ids.filter((id) => years.get(id)?.beneficiary)
  const [employees, extras, beneficiaries, earlier] = await settleAll([
    loadEmployees(tx, company.id, { ids }),
    loadExtras(tx, ids),
    loadBeneficiaries(service, tx, dead),
    loadEndedEmployments(tx, ids),
  ])
  return employees
    .sort((a, b) => a.id - b.id)
    .flatMap((sealed) => {
      const employee = openEmployee(service.cipher, sealed)
      const { own, beneficiary, treatment, previousPayrollId } = present(years.get(employee.id))
      const period = parts.periodOf(employee.id)
      const extra = extras.get(employee.id)
      const employment = employmentAt(
        employee,
        earlier.get(employee.id) ?? [],
        civilDate(period.end),
        extra?.cessation ?? null,
      )
      const person = { ...personOf(employee, extra, treatment), ...employment, previousPayrollId }
      const common = { period, isFinal: parts.isFinal(employee.id) }
      const payees: Payee[] = [{ ...person, ...common, year: own }]
      if (beneficiary)
        payees.push({
          ...beneficiaryOf(person, beneficiaries.get(employee.id) ?? null),
          ...common,
          year: beneficiary,
        })
      return payees
    })
}

function personOf(
  employee: Employee,
  extras: PayeeExtras | undefined,
  treatment: string | null,
): Omit<Person, keyof ReportedEmployment> {
  const isContactShared = employee.include_email_and_phone_in_stp
  return {
    employeeId: employee.id,
    part: 'employee',
    name: formatName(employee),
    tfn: employee.tax_file_number,
    abn: employee.abn,
    payrollId: payrollIdOf(employee.id),
    previousPayrollId: null,
    firstName: reportingName(employee).first_name,
    middleName: employee.middle_name,
    lastName: reportingName(employee).last_name,
    dateOfBirth: employee.date_of_birth,
    address1: employee.address1,
    address2: employee.address2,
    city: employee.city,
    state: employee.state,
    postcode: employee.postcode,
    country: employee.country,
    email: isContactShared ? employee.email_address : null,
    phone: isContactShared ? employee.phone_mobile || employee.phone_home || null : null,
    basis: basisOf(employee, extras),
    taxTreatment: treatment ?? derivedFields(employee).tax_treatment_code ?? '',
    taxOffset: employee.annual_tax_offset === null ? null : decimal(employee.annual_tax_offset),
    nationality: extras?.nationality ?? null,
  }
}

function basisOf(employee: Employee, extras: PayeeExtras | undefined): string {
  if (extras?.incomeType === 'VOL') return 'V'
  return employee.employment_status === 'Labour Hire' ? 'L' : employee.stp_employment_status
}

/** Code for a TFN that was not quoted: no one has to quote a TFN for a death benefit. */
const NO_TFN = '000000000'
/** The birth date that the tax office accepts for a trustee, who has none. */
const TRUSTEE_BIRTH = '1800-01-01'

/**
 * The recipient of a death benefit: the beneficiary that was entered, otherwise the trustee of the estate at
 * the employee's address.
 */
function beneficiaryOf(employee: Person, entered: Beneficiary | null): Person {
  return {
    ...employee,
    part: 'beneficiary',
    name: `Death benefit of ${employee.name}`,
    tfn: entered?.tax_file_number ?? NO_TFN,
    abn: null,
    payrollId: `${employee.payrollId}-D`,
    firstName: entered ? entered.first_name : null,
    middleName: null,
    lastName: entered?.last_name ?? `Estate of ${employee.name}`,
    dateOfBirth: entered?.date_of_birth ?? TRUSTEE_BIRTH,
    ...(entered
      ? {
          address1: entered.address1,
          address2: entered.address2,
          city: entered.city,
          state: entered.state,
          postcode: entered.postcode,
          country: entered.country,
        }
      : {}),
    email: null,
    phone: null,
    basis: 'D',
    taxTreatment: 'DBXXXX',
    taxOffset: null,
  }
}
