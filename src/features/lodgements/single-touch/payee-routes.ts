import type { IncomeType } from '../../../countries/au/law/input/tax-treatment.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { saying } from '../../../http/view.ts'
import { checkTfn } from '../../../identifiers/tfn.ts'
import { invalid, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { loadEmployees } from '../../employees/employees/index.ts'
import { findPayeeSettings, storePayeeSettings } from './load.ts'
import { loadBeneficiaries, storeBeneficiary } from './load-beneficiaries.ts'
import { loadYearAmounts, NO_AMOUNTS, storeYearAmounts } from './load-year-amounts.ts'
import {
  BeneficiaryInput,
  PayeeInput,
  StpBeneficiary,
  StpPayee,
  StpYear,
  StpYearInput,
  Year,
} from './payee-schema.ts'
import { requireSingleTouch } from './report.ts'
import { viewYear, yearAmountsFrom, yearWarnings } from './year-amounts.ts'

const route = routeFor('single-touch')

/** Routes for payee details that Single Touch Payroll needs beyond the employee record. */
export function registerPayeeRoutes(app: App, service: Service): void {
  const { query } = service.database
  const requireEmployee = async (companyId: number, id: number) => {
    const [employee] = await loadEmployees(query, companyId, { ids: [id] })
    if (!employee) throw notFound(`No employee of this company has the id ${id}.`)
    return employee
  }

  route(app, {
    method: 'GET',
    path: '/single-touch/:company_id/payees/:employee_id',
    operationId: 'getStpPayee',
    summary: 'Single Touch Payroll details of an employee beyond the employee record',
    description: 'Fields that were not set are null.',
    response: { 200: StpPayee },
    errors: [400, 404],
    handler: async ({ company, params: { employee_id: id } }) => {
      requireSingleTouch(company)
      await requireEmployee(company.id, id)
      return findPayeeSettings(query, id)
    },
  })

  route(app, {
    method: 'PUT',
    path: '/single-touch/:company_id/payees/:employee_id',
    operationId: 'setStpPayee',
    summary: 'Set Single Touch Payroll details of an employee beyond the employee record',
    description: 'Omitted members do not change.',
    body: PayeeInput,
    response: { 200: StpPayee },
    errors: [400, 404],
    handler: async ({ company, params: { employee_id: id }, body }) => {
      requireSingleTouch(company)
      requireSettable(body.income_type, await requireEmployee(company.id, id))
      return service.database.transaction(async (tx) => {
        const before = await findPayeeSettings(tx, id)
        const settings = {
          country_of_nationality:
            body.country_of_nationality === undefined
              ? before.country_of_nationality
              : (body.country_of_nationality?.toUpperCase() ?? null),
          income_type: body.income_type === undefined ? before.income_type : body.income_type,
        }
        await storePayeeSettings(tx, id, settings, service.clock.now())
        return settings
      })
    },
  })

  route(app, {
    method: 'GET',
    path: '/single-touch/:company_id/payees/:employee_id/beneficiary',
    operationId: 'getStpBeneficiary',
    summary: 'Who receives an employee’s death benefit',
    description: '404 if no one was entered: the trustee of the estate is then reported.',
    response: { 200: StpBeneficiary },
    errors: [400, 404],
    handler: async ({ company, params: { employee_id: id } }) => {
      requireSingleTouch(company)
      await requireEmployee(company.id, id)
      const found = (await loadBeneficiaries(service, query, [id])).get(id)
      if (!found) throw notFound(`No beneficiary was entered for employee ${id}.`)
      return found
    },
  })

  route(app, {
    method: 'PUT',
    path: '/single-touch/:company_id/payees/:employee_id/beneficiary',
    operationId: 'setStpBeneficiary',
    summary: 'Set who receives an employee’s death benefit',
    description:
      'A death benefit is reported for a separate payee (employment basis D). If no one is entered, it is the trustee of the estate at the employee’s address.',
    body: BeneficiaryInput,
    response: { 200: StpBeneficiary },
    errors: [400, 404],
    handler: async ({ company, params: { employee_id: id }, body }) => {
      requireSingleTouch(company)
      await requireEmployee(company.id, id)
      const problem = body.tax_file_number ? checkTfn(body.tax_file_number) : null
      if (problem) throw invalid(['body', 'tax_file_number'], problem)
      const beneficiary = {
        first_name: null,
        date_of_birth: null,
        tax_file_number: null,
        address2: null,
        state: null,
        postcode: null,
        ...body,
      }
      await service.database.transaction((tx) => storeBeneficiary(service, tx, company, id, beneficiary))
      return beneficiary
    },
  })

  route(app, {
    method: 'GET',
    path: '/single-touch/:company_id/payees/:employee_id/years/:year',
    operationId: 'getStpYear',
    summary: 'Single Touch Payroll figures of an employee’s income year that do not come from pays',
    description: 'Amounts that were not entered are 0.',
    params: { year: Year },
    response: { 200: StpYear },
    errors: [400, 404],
    handler: async ({ company, params: { employee_id: id, year } }) => {
      requireSingleTouch(company)
      await requireEmployee(company.id, id)
      return viewYear((await loadYearAmounts(query, [id], year)).get(id) ?? NO_AMOUNTS)
    },
  })

  route(app, {
    method: 'PUT',
    path: '/single-touch/:company_id/payees/:employee_id/years/:year',
    operationId: 'setStpYear',
    summary: 'Set reportable amounts of an income year that are not in pays: fringe benefits, work abroad',
    description:
      'Replaces earlier entries. The next event that names the employee reports it; for a year that was reported already, the obligations show an update that is due. An employee who was not paid in the year is reported by an update or the finalisation.',
    params: { year: Year },
    body: StpYearInput,
    response: { 200: StpYear },
    errors: [400, 404],
    handler: async ({ company, params: { employee_id: id, year }, body }) => {
      requireSingleTouch(company)
      await requireEmployee(company.id, id)
      const amounts = yearAmountsFrom(body, year, service.rates.au)
      await service.database.transaction((tx) =>
        storeYearAmounts(tx, company, id, year, amounts, service.clock.now()),
      )
      return saying(viewYear(amounts), yearWarnings(amounts, year, service.rates.au))
    },
  })
}

/** Types that follow from the employee's record cannot be set here, because that record decides how a pay is taxed. */
const FOLLOWS_FROM: Partial<Record<IncomeType, string>> = {
  SAW: 'it applies to everyone without another type; send null',
  CHP: 'set is_closely_held of the employee',
  WHM: 'set working_holiday_tax_scale_applies of the employee',
  LAB: 'set employment_status of the employee to Labour Hire',
  SWP: 'set special_tax_table of the employee to PALM, and is_foreign_resident',
}

/**
 * The tax tables do not apply under a voluntary agreement: 20%, or the payee's instalment rate, is withheld (Taxation
 * Administration Act 1953, Schedule 1, s 12-55). The record holds that rate as a variation.
 */
function requireSettable(
  type: IncomeType | null | undefined,
  { withholding_variation_rate: rate }: Pick<Employee, 'withholding_variation_rate'>,
): void {
  const way = type ? FOLLOWS_FROM[type] : undefined
  if (way) throw invalid(['body', 'income_type'], `${type} cannot be set here: ${way}`)
  if (type === 'VOL' && rate === null)
    throw invalid(
      ['body', 'income_type'],
      'VOL needs the rate of the voluntary agreement first: set withholding_variation_rate of the employee to 0.2, or to the instalment rate that the tax office gave the payee',
    )
}
