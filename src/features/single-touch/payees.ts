import type { Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import type { Employee } from '../../database/tables/employees.ts'
import { formatName } from '../../http/view.ts'
import { specialTfn } from '../../identifiers/tfn.ts'
import { taxTreatmentCode } from '../../payroll/au/tax-treatment.ts'
import { present } from '../../payroll/present.ts'
import type { Service } from '../../service.ts'
import { claimsOf, loadEmployees, openEmployee } from '../employees/index.ts'
import type { Payee, PayeeYear } from './facts.ts'
import { loadExtras, type PayeeExtras, type Period } from './load.ts'

/** The people of an event with their year to date, in the order of the employee ids. */
export async function loadPayees(
  service: Service,
  tx: Tx,
  company: Company,
  years: ReadonlyMap<number, PayeeYear>,
  parts: { periodOf: (employeeId: number) => Period; isFinal: boolean },
): Promise<Payee[]> {
  const ids = [...years.keys()]
  const employees = await loadEmployees(tx, company.id, { ids })
  const extras = await loadExtras(tx, ids)
  return employees
    .sort((a, b) => a.id - b.id)
    .map((sealed) => {
      const employee = openEmployee(service.cipher, sealed)
      return {
        ...personOf(employee, extras.get(employee.id)),
        period: parts.periodOf(employee.id),
        isFinal: parts.isFinal,
        year: present(years.get(employee.id)),
      }
    })
}

function personOf(
  employee: Employee,
  extras: PayeeExtras | undefined,
): Omit<Payee, 'period' | 'isFinal' | 'year'> {
  const isContactShared = employee.include_email_and_phone_in_stp
  return {
    employeeId: employee.id,
    name: formatName(employee),
    tfn: employee.tax_file_number,
    abn: employee.abn,
    payrollId: String(employee.id),
    firstName: employee.first_name,
    middleName: employee.middle_name,
    lastName: employee.last_name,
    dateOfBirth: employee.date_of_birth,
    address1: employee.address1,
    address2: employee.address2,
    city: employee.city,
    state: employee.state,
    postcode: employee.postcode,
    country: employee.country,
    email: isContactShared ? employee.email_address : null,
    phone: isContactShared ? employee.phone_mobile || employee.phone_home || null : null,
    startDate: employee.start_date,
    ended:
      employee.is_terminated && employee.termination_date
        ? { date: employee.termination_date, code: extras?.cessation ?? null }
        : null,
    basis: employee.employment_status === 'Labour Hire' ? 'L' : employee.stp_employment_status,
    taxTreatment: treatmentOf(employee),
    nationality: extras?.nationality ?? null,
  }
}

function treatmentOf(employee: Employee): string {
  return taxTreatmentCode({
    isTfnQuoted: employee.tax_file_number !== null && specialTfn(employee.tax_file_number) !== 'NOT_QUOTED',
    isForeignResident: employee.is_foreign_resident ?? false,
    claimsTaxFreeThreshold: employee.has_claimed_tax_free_threshold ?? false,
    hasStudyLoan: employee.has_stsl_liability ?? false,
    isWorkingHolidayMaker: employee.working_holiday_tax_scale_applies,
    isEmployerRegistered: true,
    ...claimsOf(employee),
  })
}
