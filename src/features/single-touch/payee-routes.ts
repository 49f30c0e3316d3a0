import { Type } from 'typebox'
import { CivilDateText, closed, component, Id, nullable, words } from '../../http/schema.ts'
import type { App } from '../../http/types.ts'
import { checkTfn } from '../../identifiers/tfn.ts'
import { INCOME_TYPES } from '../../payroll/au/words.ts'
import { invalid, notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { loadEmployees } from '../employees/index.ts'
import { findPayeeSettings, findSystem, storePayeeSettings, storeSsid } from './load.ts'
import { loadBeneficiaries, storeBeneficiary } from './load-beneficiaries.ts'
import { requireSingleTouch } from './report.ts'

const tags = ['Single Touch Payroll']
const read = { scope: 'payroll.read', limit: 'default', company: 'owner' } as const
const write = { scope: 'payroll.write', limit: 'default', company: 'owner' } as const
const CompanyPath = closed({ company_id: Id })
const PayeePath = closed({ company_id: Id, employee_id: Id })
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength })

const StpPayee = component(
  'StpPayee',
  closed(
    {
      country_of_nationality: Type.Optional(
        nullable(
          Type.String({ pattern: '^[A-Za-z]{2}$', 'x-problem': 'must be a country code of 2 letters' }),
          {
            description:
              'Two letters: nationality on the visa of a working holiday maker (WHM), home country of an inbound assignee (IAA), or where foreign employment (FEI) is done.',
          },
        ),
      ),
      income_type: Type.Optional(
        nullable(words(INCOME_TYPES), {
          description:
            'The income type of pays from now on, where the declaration does not lead to it (inbound assignee, voluntary agreement, other specified payments …). Null: as the declaration says. Pays that were processed keep theirs.',
        }),
      ),
    },
    { examples: [{ country_of_nationality: 'GB' }] },
  ),
)

const BeneficiaryInput = closed(
  {
    last_name: line(200),
    first_name: Type.Optional(nullable(line(200))),
    date_of_birth: Type.Optional(nullable(CivilDateText)),
    tax_file_number: Type.Optional(nullable(line(15))),
    address1: line(200),
    address2: Type.Optional(nullable(line(200))),
    city: line(200),
    state: Type.Optional(nullable(line(3))),
    postcode: Type.Optional(nullable(line(10))),
    country: Type.String({ pattern: '^[A-Z]{2}$', 'x-problem': 'must be a country code of 2 letters' }),
  },
  {
    description: 'Who receives a death benefit. `last_name` is the name of a person or of an estate.',
    examples: [
      {
        last_name: 'Nguyen',
        first_name: 'Linh',
        date_of_birth: '1990-02-03',
        address1: '4 Harbour Street',
        city: 'Sydney',
        state: 'NSW',
        postcode: '2000',
        country: 'AU',
      },
    ],
  },
)
// The answer has a component of its own: what is sent is bounded where the service's own words need not be.
const StpBeneficiary = component('StpBeneficiary', BeneficiaryInput)

const StpSender = component(
  'StpSender',
  closed(
    {
      ssid: nullable(
        Type.String({
          pattern: '^[A-Za-z0-9-]{1,40}$',
          'x-problem': 'must be the software id, such as 1234567890',
        }),
        {
          description:
            'The software id (SSID) that the employer nominates for this payroll with the ATO; null: none yet.',
        },
      ),
    },
    { examples: [{ ssid: '1234567890' }] },
  ),
)
const StpSenderView = component(
  'StpSenderView',
  closed({
    ...StpSender.properties,
    bms_id: nullable(
      Type.String({ description: 'The payroll’s own id for this payer; made with the first event.' }),
    ),
    product_id: nullable(Type.String()),
    transport: nullable(words(['simulator', 'manual', 'https', 'as4', 'gateway-services'] as const)),
  }),
)

/** What Single Touch Payroll asks of payees and payers beyond their records. */
export function registerPayeeRoutes(app: App, service: Service): void {
  const { query } = service.database
  const requireEmployee = async (companyId: number, id: number) => {
    const [employee] = await loadEmployees(query, companyId, { ids: [id] })
    if (!employee) throw notFound(`No employee of this company has the id ${id}.`)
  }

  app.put(
    '/single-touch/:company_id/payees/:employee_id',
    {
      schema: {
        operationId: 'setStpPayee',
        summary: 'Set what Single Touch Payroll asks of an employee beyond the employee record',
        description: 'Members that are left out stay as they are.',
        tags,
        params: PayeePath,
        body: StpPayee,
        response: { 200: StpPayee },
      },
      config: { ...write, errors: [400, 404] },
    },
    async ({ company, params: { employee_id: id }, body }) => {
      requireSingleTouch(company)
      await requireEmployee(company.id, id)
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
  )

  app.get(
    '/single-touch/:company_id/payees/:employee_id/beneficiary',
    {
      schema: {
        operationId: 'getStpBeneficiary',
        summary: 'Who receives an employee’s death benefit',
        description: '404 while nobody was entered: then the trustee of the estate is reported.',
        tags,
        params: PayeePath,
        response: { 200: StpBeneficiary },
      },
      config: { ...read, errors: [400, 404] },
    },
    async ({ company, params: { employee_id: id } }) => {
      requireSingleTouch(company)
      await requireEmployee(company.id, id)
      const found = (await loadBeneficiaries(service, query, [id])).get(id)
      if (!found) throw notFound(`No beneficiary was entered for employee ${id}.`)
      return found
    },
  )

  app.put(
    '/single-touch/:company_id/payees/:employee_id/beneficiary',
    {
      schema: {
        operationId: 'setStpBeneficiary',
        summary: 'Set who receives an employee’s death benefit',
        description:
          'A death benefit is reported for a payee of its own (employment basis D). Where nobody is entered, it is the trustee of the estate at the employee’s address.',
        tags,
        params: PayeePath,
        body: BeneficiaryInput,
        response: { 200: StpBeneficiary },
      },
      config: { ...write, errors: [400, 404] },
    },
    async ({ company, params: { employee_id: id }, body }) => {
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
  )

  const senderOf = async (companyId: number) => {
    const system = await findSystem(query, companyId)
    return {
      ssid: system?.ssid ?? null,
      bms_id: system?.bms_id ?? null,
      product_id: service.settings.stpProductId || null,
      transport: service.ports.transports.ATO,
    }
  }

  app.get(
    '/single-touch/:company_id/sender',
    {
      schema: {
        operationId: 'getStpSender',
        summary: 'Under which ids a company’s events are sent, and how',
        description:
          'The ids that every event to the tax office carries for this company, and the transport that takes it.',
        tags,
        params: CompanyPath,
        response: { 200: StpSenderView },
      },
      config: read,
    },
    ({ company }) => {
      requireSingleTouch(company)
      return senderOf(company.id)
    },
  )

  app.put(
    '/single-touch/:company_id/sender',
    {
      schema: {
        operationId: 'setStpSender',
        summary: 'Set the software id that the employer nominated',
        description:
          'The employer nominates it with the tax office; events that were sent keep the one they had.',
        tags,
        params: CompanyPath,
        body: StpSender,
        response: { 200: StpSenderView },
      },
      config: { ...write, errors: [400] },
    },
    async ({ company, body }) => {
      requireSingleTouch(company)
      await service.database.transaction((tx) => storeSsid(tx, company.id, body.ssid))
      return senderOf(company.id)
    },
  )
}
