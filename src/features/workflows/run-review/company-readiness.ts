import type { ReportedEmployee } from '../../../countries/contract/authority.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { listOpenRollOvers } from '../../pays/esct-rates/index.ts'
import { type RememberedEmployee, rememberNow } from '../../pays/snapshots/index.ts'
import { hasTaxNumber } from './comparison.ts'
import type { Finding } from './finding.ts'
import { boundFindings, type WordedFinding } from './groups.ts'
import { listActiveRecipients } from './queries.ts'
import { withoutTransport } from './readiness.ts'
import type { CompanyReadiness } from './schema.ts'

/** The details a company still needs before its first run can be paid and reported. */
export async function checkCompany(
  service: Service,
  company: Company,
  isEveryListed: boolean,
): Promise<CompanyReadiness> {
  const { query } = service.database
  const recipients = await listActiveRecipients(query, company.id)
  const employees = await rememberNow(
    service,
    query,
    recipients.map(({ id }) => id),
  )
  const namesOf = new Map(recipients.map((recipient) => [recipient.id, recipient]))
  const findings = [
    ...companyFindings(service, company, employees.length),
    ...(await esctFindings(service, company)),
    ...employees.flatMap((employee) =>
      employeeFindings(company, { ...employee, ...present(namesOf.get(employee.id)) }),
    ),
  ]
  const names = new Map(employees.map((employee) => [employee.id, formatName(employee)]))
  return {
    company_id: company.id,
    is_ready: findings.every(({ severity }) => severity !== 'blocks'),
    ...boundFindings(
      findings
        .map(
          ({ employeeId, ...finding }): WordedFinding => ({
            ...finding,
            employee_id: employeeId,
            pay_id: null,
            format_name: names.get(employeeId ?? 0) ?? null,
          }),
        )
        .sort((a, b) => Number(a.severity === 'look') - Number(b.severity === 'look')),
      isEveryListed,
    ),
  }
}

type Part = Pick<Finding, 'area' | 'severity' | 'message' | 'many'>

function companyFindings(service: Service, company: Company, employeeCount: number): Finding[] {
  const { authority, words } = countryOf(company.jurisdiction)
  const ofCompany = (part: Part): Finding => ({ ...part, mend: 'company', employeeId: null })
  const isReported = authority.isReportedBy(company)
  return [
    ...authority
      .companyAdvice(company)
      .map((message) => ofCompany({ area: 'lodgement', severity: 'blocks', message })),
    ...(company.bank_account_number
      ? []
      : [
          ofCompany({
            area: 'bank',
            severity: 'blocks',
            message: 'The company has no bank account that wages are paid from: set `bank_account_number`.',
          }),
        ]),
    ...(employeeCount > 0
      ? []
      : [ofCompany({ area: 'pay', severity: 'blocks', message: 'The company has no employee to pay.' })]),
    ...(isReported
      ? withoutTransport(service, authority)
      : [
          ofCompany({
            area: 'lodgement',
            severity: 'look',
            message: `${words.lodging} is switched off: pays would not be reported.`,
          }),
        ]),
  ]
}

/** ESCT rates for the new tax year apply once the list is approved. */
async function esctFindings(service: Service, company: Company): Promise<Finding[]> {
  const { retirement, timeZone } = countryOf(company.jurisdiction)
  if (!retirement.isContributionTaxed) return []
  const open = await listOpenRollOvers(service, [company.id], service.clock.today(timeZone))
  return open.map(({ people, from }) => ({
    area: 'pay',
    severity: 'look',
    mend: 'company',
    employeeId: null,
    message: `The ESCT rates from ${from} wait for approval: ${people} ${people === 1 ? 'person' : 'people'}.`,
  }))
}

type Recipient = RememberedEmployee & Pick<ReportedEmployee, 'reporting_first_name' | 'reporting_last_name'>

function employeeFindings(company: Company, employee: Recipient): Finding[] {
  const { authority, retirement, employee: rules } = countryOf(company.jurisdiction)
  const of = (part: Part, mend: Finding['mend']): Finding => ({ ...part, mend, employeeId: employee.id })
  const hasNoAccount = employee.pay_method === 'DIRECT BANK ENTRY' && employee.accounts.length === 0
  const hasNoFund = retirement.contributionFile !== null && employee.funds.length === 0
  return [
    ...authority
      .employeeAdvice(employee)
      .map((message) => of({ area: 'lodgement', severity: 'blocks', message }, 'employee')),
    ...(hasNoAccount
      ? [
          of(
            {
              area: 'bank',
              severity: 'blocks',
              message: 'No bank account for wages.',
              many: 'have no bank account for their wages',
            },
            'bank-accounts',
          ),
        ]
      : []),
    ...(hasNoFund
      ? [
          of(
            { area: 'super', severity: 'blocks', message: 'No super fund.', many: 'have no super fund' },
            'super-funds',
          ),
        ]
      : []),
    ...(hasTaxNumber(company, employee)
      ? []
      : [of({ area: 'pay', severity: 'look', message: rules.taxNumber.missing }, 'employee')]),
  ]
}
