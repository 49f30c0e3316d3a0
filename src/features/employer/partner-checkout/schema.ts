import { type Static, type TProperties, Type } from 'typebox'
import { COUNTRY_CODES, SHIPPED } from '../../../countries/index.ts'
import {
  ANY_ID,
  CivilDateText,
  closed,
  component,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

/** Paging parameters. */
export const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
}

export const headers = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Required unless dry_run is true; at most 255 characters. Key and response are kept indefinitely.',
    }),
  ),
})

const name = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '\\S',
  'x-problem': 'must be 1 to 60 characters',
})
const optional = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

const EndCustomer = closed({
  first_name: name,
  last_name: name,
  email: Type.String({ format: 'email', maxLength: 254, 'x-problem': 'must be an e-mail address' }),
  phone: Type.Optional(
    Type.String({
      pattern: '^[0-9 +()-]{8,15}$',
      'x-problem': 'must be 8 to 15 characters of digits, spaces, +, (, ) and -',
    }),
  ),
})
export type EndCustomer = Static<typeof EndCustomer>

const BillingAddress = component(
  'BillingAddress',
  closed({
    address1: optional(100),
    address2: optional(100),
    city: optional(60),
    state: optional(3),
    postcode: Type.Optional(Type.String({ pattern: '^\\d{4}$', 'x-problem': 'must be exactly 4 digits' })),
    country: optional(2),
  }),
)

const EndCompany = closed({
  legal_name: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    'x-problem': 'must be 1 to 200 characters',
  }),
  abn: Type.Optional(Type.String({ format: 'abn', description: 'Makes the client an Australian company.' })),
  ird_number: Type.Optional(
    Type.String({ format: 'ird-number', description: 'Makes the client a New Zealand company.' }),
  ),
  billing_address: Type.Optional(BillingAddress),
})
export type EndCompany = Static<typeof EndCompany>

const CUSTOMER = {
  first_name: 'Ari',
  last_name: 'Ngata',
  email: 'ari@client.example',
  phone: '0212345678',
}
const COMPANY = { legal_name: 'Ngata Builders Ltd', ird_number: '49091850' }

export const TrialCreate = component(
  'TrialCreate',
  closed(
    { customer: EndCustomer, company: EndCompany },
    { examples: [{ customer: CUSTOMER, company: COMPANY }] },
  ),
)
export type TrialCreate = Static<typeof TrialCreate>

export const OrderCreate = component(
  'OrderCreate',
  closed(
    {
      dry_run: Type.Optional(
        Type.Boolean({ description: 'True: a priced preview, nothing is written. Default false.' }),
      ),
      end_customer_id: Type.Optional(
        Type.Integer({
          ...ANY_ID,
          description: 'Converts an existing client; `customer.email` must be that client’s.',
        }),
      ),
      customer: EndCustomer,
      company: EndCompany,
      billing_address: Type.Optional(BillingAddress),
      order: closed({
        product_id: Type.Integer(ANY_ID),
        add_free_trial_month: Type.Optional(Type.Boolean({ description: 'Default true.' })),
      }),
    },
    { examples: [{ dry_run: true, customer: CUSTOMER, company: COMPANY, order: { product_id: 201 } }] },
  ),
)
export type OrderCreate = Static<typeof OrderCreate>

export const UpgradeCreate = component(
  'UpgradeCreate',
  closed(
    {
      dry_run: Type.Optional(Type.Boolean()),
      end_customer_id: Type.Integer(ANY_ID),
      order: closed({ product_id: Type.Integer(ANY_ID) }),
    },
    { examples: [{ dry_run: true, end_customer_id: 7, order: { product_id: 202 } }] },
  ),
)
export type UpgradeCreate = Static<typeof UpgradeCreate>

const reason = Type.Optional(Type.String({ maxLength: 255, 'x-text': 'lines' }))
export const TrialCancel = component(
  'TrialCancel',
  closed(
    { subscription_trial_id: Type.Integer(ANY_ID), reason },
    { examples: [{ subscription_trial_id: 3 }] },
  ),
)
export const OrderCancel = component(
  'OrderCancel',
  closed(
    { order_id: Type.Integer(ANY_ID), reason },
    { examples: [{ order_id: 5, reason: 'Ordered twice' }] },
  ),
)

const replayed = {
  idempotency_replayed: Type.Optional(
    Type.Boolean({
      description: 'True when this is the stored response to an earlier request with the same key.',
    }),
  ),
}
const nullableDate = Type.Union([CivilDateText, Type.Null()])
const nullableId = Type.Union([Type.Integer(), Type.Null()])

const trialMembers = {
  subscription_trial_id: Type.Integer(),
  customer_id: Type.Integer(),
  legal_name: Type.String(),
  email: Type.String(),
  status: words(['active', 'expired', 'cancelled'] as const),
  started_on: CivilDateText,
  ends_on: CivilDateText,
  days_remaining: Type.Integer(),
  converted: Type.Boolean(),
  converted_order_id: nullableId,
  created_at: Timestamp,
} satisfies TProperties
export const Trial = component('Trial', closed({ ...trialMembers, ...WarningsMember }))
export const TrialCreated = component(
  'TrialCreated',
  closed({ ...trialMembers, company_id: Type.Integer(), ...WarningsMember, ...replayed }),
)
export type Trial = Static<typeof Trial>

const price = {
  currency: words(SHIPPED.flatMap(({ sale }) => sale?.currency ?? [])),
  net: Type.Number(),
  gst: Type.Number(),
  total: Type.Number(),
  months: Type.Integer({ description: 'Months of service bought, including the free one.' }),
}
const orderMembers = {
  order_id: nullableId,
  customer_id: nullableId,
  kind: words(['order', 'upgrade'] as const),
  status: words(['preview', 'active', 'cancelled'] as const),
  product_id: Type.Integer(),
  previous_product_id: nullableId,
  employee_cap: Type.Integer(),
  ...price,
  free_trial_month_applied: Type.Boolean(),
  starts_on: CivilDateText,
  paid_through: nullableDate,
  created_at: Type.Union([Timestamp, Type.Null()]),
} satisfies TProperties
export const Order = component('Order', closed({ ...orderMembers, ...WarningsMember }))
export const OrderPlaced = component(
  'OrderPlaced',
  closed({
    ...orderMembers,
    dry_run: Type.Boolean(),
    company_id: nullableId,
    warnings: Type.Array(Type.String()),
    ...replayed,
  }),
)
export type Order = Static<typeof Order>
export type OrderPlaced = Static<typeof OrderPlaced>

export const Product = component(
  'Product',
  closed({
    product_id: Type.Integer(),
    name: Type.String(),
    zone: words(COUNTRY_CODES),
    employee_cap: Type.Integer(),
    billing: words(['monthly', 'annual'] as const),
    ...price,
  }),
)

export const Client = component(
  'PartnerClient',
  closed(
    {
      customer_id: Type.Integer({ description: '`end_customer_id` of orders, upgrades and handoffs.' }),
      legal_name: Type.String(),
      email: Type.String(),
      zone: words(COUNTRY_CODES),
      status: words(['trial', 'active', 'lapsed', 'cancelled'] as const),
      product_id: nullableId,
      product_name: Type.Union([Type.String(), Type.Null()]),
      employee_cap: Type.Integer(),
      employee_count: Type.Integer({ description: 'The employees who count toward the cap.' }),
      paid_through: nullableDate,
      allows_session_handoff: Type.Boolean({
        description: 'The owner lets you open the account without a password.',
      }),
      created_at: Timestamp,
    },
    {
      examples: [
        {
          customer_id: 7,
          legal_name: 'Ngata Builders Ltd',
          email: 'ari@client.example',
          zone: 'NZ',
          status: 'trial',
          product_id: 202,
          product_name: 'Business',
          employee_cap: 50,
          employee_count: 12,
          paid_through: '2026-12-02',
          allows_session_handoff: false,
          created_at: '2026-11-02T00:00:00',
        },
      ],
    },
  ),
)
export type Client = Static<typeof Client>

export const Zone = component(
  'Zone',
  closed({
    zone: words(COUNTRY_CODES),
    currency: price.currency,
    gst_rate: Type.Number(),
    identified_by: words(['abn', 'ird_number'] as const),
  }),
)

export const Availability = component(
  'Availability',
  closed({
    available: Type.Boolean({ description: 'A new client can be created with this e-mail or number.' }),
    trial_available: Type.Boolean({ description: 'The client may still have the free trial.' }),
    end_customer_id: { ...nullableId, description: 'The client, if it is yours.' },
    reason: Type.Union([Type.String(), Type.Null()]),
  }),
)
