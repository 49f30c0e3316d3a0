import { allCountries } from '../../../countries/index.ts'
import { withinCell } from '../../../database/cell-of-customer.ts'
import type { Tx } from '../../../database/connect.ts'
import { conflict, invalid } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { createPasswordLink } from '../../access/oauth/index.ts'
import { writeMail } from '../../platform/mail/index.ts'
import { createCompanyIn } from '../companies/index.ts'
import { findCell, findClients, findUserByEmail, updateCustomer } from './queries.ts'
import type { EndCompany, EndCustomer } from './schema.ts'

/** The identity of a client. The type of tax number decides the country. */
export type Identity = { country: string; taxNumber: string; email: string }

/** Reads a client's identity from the request, which must have exactly one of the two numbers. */
export function identify(customer: EndCustomer, company: EndCompany): Identity {
  const { abn, ird_number: irdNumber } = company
  if (abn !== undefined && irdNumber !== undefined)
    throw invalid(['body', 'company'], 'Send abn (AU) or ird_number (NZ), not both')
  const number = abn ?? irdNumber
  if (number === undefined)
    throw invalid(
      ['body', 'company'],
      'Send abn for an Australian or ird_number for a New Zealand company',
      'missing',
    )
  return {
    country: countryByNumber(company),
    taxNumber: number.replaceAll(/\D/g, '').replace(/^0+/, ''),
    email: customer.email.trim().toLowerCase(),
  }
}

/** The country that issues this kind of company number. */
export function countryByNumber(numbers: { abn?: string; ird_number?: string }): string {
  const given = allCountries().find(({ companyNumber }) => numbers[companyNumber] !== undefined)
  return present(given).code
}

/** Rejects a client whose e-mail or tax number already exists. */
export async function requireNewClient(service: Service, tx: Tx, identity: Identity): Promise<void> {
  const known = await findClients(tx, service.cipher, identity)
  if (known.length > 0 || (await findUserByEmail(tx, identity.email)))
    throw conflict(
      'A client with this e-mail or tax number already exists. To order for it, send its end_customer_id.',
    )
}

/** The details of a client's company that a partner sends. */
export type CompanyDetails = {
  customer: EndCustomer
  company: EndCompany
  billingAddress: Record<string, string> | undefined
}

export type NewClient = CompanyDetails & {
  partnerId: number
  /** The user of the partner who placed the order. */
  orderedBy: number
  identity: Identity
  productId: number
  subscription: 'trial' | 'active'
  paidThrough: string
}

/** Creates a client: customer, owner and company. The mail with the link to set a password is sent on commit. */
export async function createClient(service: Service, tx: Tx, client: NewClient) {
  const now = service.clock.now()
  const { identity, customer, company } = client
  const { id: customerId, cell } = await tx
    .insertInto('customers')
    .values({
      name: company.legal_name.trim(),
      product_id: client.productId,
      subscription: client.subscription,
      paid_through: client.paidThrough,
      created_at: now,
    })
    .returning(['id', 'cell'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('partner_clients')
    .values({
      customer_id: customerId,
      partner_id: client.partnerId,
      country: identity.country,
      email: identity.email,
      ...sealTaxNumber(service, customerId, identity.taxNumber),
      legal_name: company.legal_name.trim(),
      phone: customer.phone ?? null,
      billing_address: client.billingAddress ? JSON.stringify(client.billingAddress) : null,
      created_at: now,
    })
    .execute()
  const user = await tx
    .insertInto('users')
    .values({
      customer_id: customerId,
      email: identity.email,
      name: `${customer.first_name.trim()} ${customer.last_name.trim()}`,
      role: 'owner',
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const link = await createPasswordLink(service, tx, user.id, client.orderedBy)
  const body = { ...companyBody(identity, company), ...detailsOf(client) }
  const companyId = await withinCell(tx, cell, async () => {
    await writeMail(service, tx, {
      customerId,
      to: user.email,
      subject: `Welcome to Tasman Payroll, ${customer.first_name.trim()}`,
      text: [
        `Hello ${user.name},`,
        `${company.legal_name.trim()} has an account with Tasman Payroll. Set your password here within 24 hours:`,
        { link: link.address },
      ],
      goodUntil: link.goodUntil,
    })
    return (await createCompanyIn(service, tx, customerId, body)).id
  })
  return { customerId, companyId }
}

/** Corrects the entity of a client whose trial was cancelled for naming the wrong one. The records are kept. */
export async function moveClient(
  service: Service,
  tx: Tx,
  customerId: number,
  identity: Identity,
  details: CompanyDetails,
): Promise<number> {
  const { company } = details
  const { country, taxNumber } = identity
  if ((await findClients(tx, service.cipher, { country, taxNumber })).length > 0)
    throw conflict('A client with this tax number already exists. To order for it, send its end_customer_id.')
  const body = { ...companyBody(identity, company), ...detailsOf(details) }
  const { id: companyId } = await withinCell(tx, await findCell(tx, customerId), () =>
    createCompanyIn(service, tx, customerId, body),
  )
  const legalName = company.legal_name.trim()
  await tx
    .updateTable('partner_clients')
    .set({ country, ...sealTaxNumber(service, customerId, taxNumber), legal_name: legalName })
    .where('customer_id', '=', customerId)
    .execute()
  await updateCustomer(tx, customerId, { name: legalName, default_company_id: companyId })
  return companyId
}

function sealTaxNumber({ cipher }: Service, customerId: number, taxNumber: string) {
  const [fingerprint] = cipher.fingerprints('partner_clients.tax_number', taxNumber)
  return {
    tax_number: cipher.seal('partner_clients.tax_number', customerId, taxNumber),
    tax_number_hash: fingerprint,
  }
}

const companyBody = (identity: Identity, company: EndCompany) => ({
  legal_name: company.legal_name,
  jurisdiction: identity.country,
  ...(company.abn ? { abn: company.abn } : {}),
  ...(company.ird_number ? { ird_number: company.ird_number } : {}),
})

/**
 * Converts address and contact details for the company record. A state or country in another format is left for the owner
 * to enter.
 */
export function detailsOf({ customer, billingAddress: address = {} }: CompanyDetails) {
  const { address1, address2, city, postcode, state = '', country = '' } = address
  return {
    ...filled({ address1, address2, city, postcode, phone: customer.phone }),
    ...(/^[A-Za-z]{2,3}$/.test(state) ? { state } : {}),
    ...(/^[A-Za-z]{2}$/.test(country) ? { country } : {}),
    contact_name: `${customer.first_name.trim()} ${customer.last_name.trim()}`.slice(0, 100),
    email_address: customer.email.trim(),
  }
}

const filled = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim()))
