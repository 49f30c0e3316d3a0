import { type Static, Type } from 'typebox'
import { CHOSEN_CESSATION_CODES, TERMINATION_REASONS } from '../../../countries/au/law/input/words.ts'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  PositiveDecimalInput,
  words,
} from '../../../http/schema.ts'
import { ExplainedStep } from '../pays/index.ts'

const optional = Type.Optional

const REASON = {
  reason: optional(words(TERMINATION_REASONS, { description: 'Default TERMINATION.' })),
  cessation_type_code: optional(
    words(CHOSEN_CESSATION_CODES, {
      description: 'With TERMINATION: V voluntary (default), F dismissal, C contract, T transfer.',
    }),
  ),
}
const EMPLOYEE_COUNT = optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Of the employer, with its related entities. Omitted: redundancy is owed.',
  }),
)
const COMMON = {
  start_date: { ...CivilDateText, description: 'The first day of service.' },
  termination_date: { ...CivilDateText, description: 'The last day, or the day on which notice is given.' },
  weekly_pay: optional({
    ...PositiveDecimalInput,
    description: 'A week’s base pay. With it, the response includes an amount.',
  }),
  is_casual: optional(Type.Boolean({ description: 'Casuals are owed neither notice nor redundancy pay.' })),
}

export const NoticeQuery = closed({ ...COMMON, date_of_birth: optional(CivilDateText) })
export const RedundancyQuery = closed({ ...COMMON, employee_count: EMPLOYEE_COUNT })
export const LongServiceQuery = closed({
  ...COMMON,
  state: Type.String({ pattern: '^[A-Z]{2,3}$', examples: ['NSW'] }),
  ...REASON,
})
export const EmployeeEntitlementsQuery = closed({
  termination_date: CivilDateText,
  employee_count: EMPLOYEE_COUNT,
  ...REASON,
})
export type EntitlementQuery = Partial<
  Static<typeof NoticeQuery> & Static<typeof RedundancyQuery> & Static<typeof LongServiceQuery>
>

export const Entitlement = component(
  'Entitlement',
  closed({
    weeks: nullable(Type.Number({ description: 'Null: not enough information.' })),
    amount: nullable(Type.Number({ description: 'Weeks × a week’s pay; null without one.' })),
    steps: Type.Array(ExplainedStep),
  }),
)
export type Entitlement = Static<typeof Entitlement>

export const EmployeeEntitlements = component(
  'EmployeeEntitlements',
  closed({
    employee_id: Type.Integer(),
    service_start_date: CivilDateText,
    termination_date: CivilDateText,
    weekly_pay: nullable(Type.Number()),
    notice: Entitlement,
    redundancy: Entitlement,
    long_service_leave: Entitlement,
    long_service_balance_weeks: nullable(
      Type.Number({
        description: 'The accrued balance in weeks of standard hours, to compare with the Act.',
      }),
    ),
    warnings: Type.Array(Type.String()),
  }),
)
export type EmployeeEntitlements = Static<typeof EmployeeEntitlements>

export const ViolenceLeaveQuery = closed({
  on: optional({ ...CivilDateText, description: 'A day of the year of service. Default: today.' }),
})
export const ViolenceLeave = component(
  'FamilyViolenceLeave',
  closed({
    employee_id: Type.Integer(),
    year_from: { ...CivilDateText, description: 'The first day of the year of service.' },
    year_to: CivilDateText,
    days_per_year: Type.Number(),
    days_taken: Type.Number({ description: 'In processed pays, with the hours that opening figures give.' }),
    days_left: Type.Number(),
  }),
)
export type ViolenceLeave = Static<typeof ViolenceLeave>
