import { type Static, Type } from 'typebox'
import { INCOME_TYPES } from '../../../countries/au/law/input/words.ts'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  PositiveDecimalInput,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

/* Details of payees and payers that Single Touch Payroll needs beyond their records. */

export const Year = Type.Integer({
  minimum: 2018,
  maximum: 2100,
  description: 'The year in which the income year ends: 2027 is 2026-27.',
})
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const PayeeInput = closed(
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
          'The income type of pays from now on, where it does not follow from the declaration (inbound assignee, voluntary agreement, other specified payments …). Null: as the declaration says. Processed pays do not change.',
      }),
    ),
  },
  { examples: [{ country_of_nationality: 'GB' }] },
)
// The answer is a separate component: input has length limits that the service's own text need not meet.
export const StpPayee = component('StpPayee', PayeeInput)

export const BeneficiaryInput = closed(
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
// A separate component for the same reason.
export const StpBeneficiary = component('StpBeneficiary', BeneficiaryInput)

const StpAgent = closed(
  {
    abn: Type.String({ format: 'abn', description: 'Australian business number of the agent.' }),
    agent_number: Type.Optional(
      nullable(Type.String({ format: 'agent-number' }), {
        description: 'Number of a registered tax or BAS agent, 8 digits; null for another intermediary.',
      }),
    ),
    name: line(200),
    email_address: Type.Optional(
      nullable(Type.String({ format: 'email', maxLength: 200, 'x-problem': 'must be an e-mail address' })),
    ),
    phone: Type.String({
      pattern: '^[0-9 +()-]{8,15}$',
      'x-problem': 'must be 8 to 15 characters of digits, spaces, +, (, ) and -',
    }),
  },
  { description: 'The registered agent or intermediary who lodges for the employer.' },
)
const AGENT_EXAMPLE = {
  abn: '51824753556',
  agent_number: '12345676',
  name: 'Kim Ledger',
  email_address: 'kim@ledger.example',
  phone: '02 5550 1234',
}

export const StpSender = component(
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
      agent: Type.Optional(
        nullable(StpAgent, {
          description:
            'Who lodges for the employer; every later event includes it, declared by the user who is signed in. Null: no one. Omitted: no change.',
        }),
      ),
    },
    { examples: [{ ssid: '1234567890' }, { ssid: null, agent: AGENT_EXAMPLE }] },
  ),
)
export const StpSenderView = component(
  'StpSenderView',
  closed({
    ssid: nullable(Type.String()),
    agent: nullable(
      closed({
        abn: Type.String(),
        agent_number: nullable(Type.String()),
        name: Type.String(),
        email_address: nullable(Type.String()),
        phone: Type.String(),
      }),
    ),
    bms_id: nullable(
      Type.String({ description: 'The payroll’s own id for this payer; created with the first event.' }),
    ),
    product_id: nullable(Type.String()),
    transport: nullable(words(['simulator', 'manual', 'https', 'as4', 'gateway-services'] as const)),
  }),
)

const amount = (description: string) => Type.Optional({ ...PositiveDecimalInput, description })

const YEAR_MEMBERS = {
  fringe_benefits: amount(
    'Reportable fringe benefits of the FBT year that ended in the income year, grossed up, of an employer that pays fringe benefits tax (type T). Default 0.',
  ),
  exempt_fringe_benefits: amount(
    'The same for an employer that is exempt from fringe benefits tax under section 57A (type X). Default 0.',
  ),
  taxable_fringe_benefits: amount(
    'The taxable value instead of `fringe_benefits`: it is grossed up, or not reported where it is not more than the limit.',
  ),
  taxable_exempt_fringe_benefits: amount('The taxable value instead of `exempt_fringe_benefits`.'),
  incomes: Type.Optional(
    Type.Array(
      closed({
        income_type: words(INCOME_TYPES),
        foreign_tax: amount('Tax paid abroad on income of this type. Default 0.'),
        exempt_foreign_income: amount(
          'Exempt foreign employment income, which is not part of gross. Default 0.',
        ),
      }),
      { maxItems: INCOME_TYPES.length, description: 'Amounts of work abroad, by income type.' },
    ),
  ),
}
const YEAR_EXAMPLE = {
  fringe_benefits: 4250.75,
  incomes: [{ income_type: 'FEI', foreign_tax: 1830.4 }],
}

export const StpYearInput = component('StpYearInput', closed(YEAR_MEMBERS, { examples: [YEAR_EXAMPLE] }))
export type StpYearInput = Static<typeof StpYearInput>

/** Amounts are numbers in answers. */
export const StpYear = component(
  'StpYear',
  closed({
    fringe_benefits: Type.Number(),
    exempt_fringe_benefits: Type.Number(),
    incomes: Type.Array(
      closed({
        income_type: words(INCOME_TYPES),
        foreign_tax: Type.Number(),
        exempt_foreign_income: Type.Number(),
      }),
    ),
    ...WarningsMember,
  }),
)
export type StpYear = Static<typeof StpYear>
