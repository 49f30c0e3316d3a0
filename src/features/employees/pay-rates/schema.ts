import { type Static, Type } from 'typebox'
import {
  closed,
  component,
  nullable,
  PositiveDecimalInput,
  readBeside,
  WarningsMember,
} from '../../../http/schema.ts'

const text = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    'x-problem': `must be 1 to ${maxLength} characters, not blank`,
    description,
  })

const name = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 100,
      pattern: '\\S',
      'x-problem': 'must be 1 to 100 characters, not blank, or null',
      description,
    }),
  )

const decimal = (description: string) =>
  Type.Optional(
    nullable(PositiveDecimalInput, {
      'x-problem': 'must be a number or decimal string that is not negative',
      description,
    }),
  )

const Description = text(60, 'Name of the rate on pays; several rates may share one.')
const PRICE = {
  rate: decimal('Dollars per unit. Give this or `multiplier`.'),
  multiplier: decimal('Multiplies the employee’s `pay_rate_per_hour`. Give this or `rate`.'),
}
const PLACE = {
  award_name: name('The award; created if the company has none with this name. Null or omitted: no award.'),
  classification_name: name('The classification within the award; created in the same way.'),
  employee_ids: Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: 100_000,
      description:
        'Employees the rate is listed for; replaces the whole set. Any employee of the company can be paid by its reference.',
    }),
  ),
}

export const CompanyPayRateCreate = component(
  'CompanyPayRateCreate',
  closed(
    { description: Description, ...PRICE, ...PLACE },
    {
      examples: [
        {
          award_name: 'Hospitality Industry (General) Award',
          classification_name: 'Level 2',
          description: 'Sunday',
          multiplier: 1.5,
        },
      ],
    },
  ),
)
export type CompanyPayRateCreate = Static<typeof CompanyPayRateCreate>

export const CompanyPayRateUpdate = component(
  'CompanyPayRateUpdate',
  closed({ description: Type.Optional(Description), ...PRICE, ...PLACE }, { examples: [{ rate: '31.25' }] }),
)
export type CompanyPayRateUpdate = Static<typeof CompanyPayRateUpdate>

/** A rate in an import file, for the company or for one employee. */
export const PayRateInput = closed({
  description: Description,
  units: Type.Optional(text(20, 'Units of an employee’s own rate. Default hours.')),
  ...PRICE,
  award_name: PLACE.award_name,
  classification_name: PLACE.classification_name,
})
export type PayRateInput = Static<typeof PayRateInput>

const number = Type.Unsafe<number | null>({ type: ['number', 'null'] })
const id = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const label = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const Reference = Type.String({
  description: 'Stable; use it as `rate_reference` on pay hours.',
  examples: ['company:12'],
})

export const CompanyPayRateView = component(
  'CompanyPayRate',
  closed(
    readBeside(
      {
        id: Type.Integer(),
        reference: Reference,
        description: Type.String(),
        rate: number,
        multiplier: number,
        award_id: id,
        award_name: label,
        classification_id: id,
        classification_name: label,
        employee_ids: Type.Array(Type.Integer()),
        ...WarningsMember,
      },
      CompanyPayRateUpdate,
    ),
  ),
)
export type CompanyPayRateView = Static<typeof CompanyPayRateView>

export const PayRateGroup = component(
  'PayRateGroup',
  closed({
    award_id: id,
    award_name: label,
    classification_id: id,
    classification_name: label,
    pay_rates: Type.Array(
      closed(
        readBeside(
          {
            reference: Reference,
            description: Type.String(),
            rate: number,
            multiplier: number,
            employee_ids: Type.Optional(
              Type.Array(Type.Integer(), {
                description: 'Employees the rate is listed for; only with `include_employees`.',
              }),
            ),
          },
          CompanyPayRateUpdate,
        ),
      ),
    ),
    employees: Type.Optional(
      Type.Array(closed({ id: Type.Integer(), format_name: Type.String(), number: label }), {
        description: 'Employees that any rate of the group is listed for; only with `include_employees`.',
      }),
    ),
  }),
)
export type PayRateGroup = Static<typeof PayRateGroup>

const Units = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: 32,
  pattern: '\\S',
  'x-problem': 'must be 1 to 32 characters, not blank',
  description: 'The unit that the rate is paid for. Default `hours`.',
})

export const EmployeePayRateCreate = component(
  'EmployeePayRateCreate',
  closed(
    { description: Description, ...PRICE, units: Type.Optional(Units) },
    { examples: [{ description: 'Night shift', rate: '42.50' }] },
  ),
)
export type EmployeePayRateCreate = Static<typeof EmployeePayRateCreate>

export const EmployeePayRateUpdate = component(
  'EmployeePayRateUpdate',
  closed(
    { description: Type.Optional(Description), ...PRICE, units: Type.Optional(Units) },
    { examples: [{ multiplier: 1.25 }] },
  ),
)
export type EmployeePayRateUpdate = Static<typeof EmployeePayRateUpdate>

export const EmployeePayRateView = component(
  'EmployeePayRate',
  closed(
    readBeside(
      {
        reference: Type.String({
          description:
            '`system:ordinary_time`, `employee:<id>` or `company:<id>`; use it as `rate_reference`.',
        }),
        description: Type.String(),
        rate: number,
        multiplier: number,
        units: Type.String(),
        award_name: label,
        classification_name: label,
        ...WarningsMember,
      },
      EmployeePayRateUpdate,
    ),
  ),
)
export type EmployeePayRateView = Static<typeof EmployeePayRateView>
