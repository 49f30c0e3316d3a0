import { type Static, Type } from 'typebox'
import { closed, DryRunQuery, words } from '../../../../http/schema.ts'
import { PayDate, PeriodEndDate } from './schema.ts'

const optional = Type.Optional

const Flag = (description: string) =>
  optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description }))

const GROUPS = {
  group_by_pay_run: Flag('Group results by pay run.'),
  group_by_employee: Flag('Group results by employee.'),
}

export const IdentifierQuery = {
  identifier_type: optional(
    words(['employee_id', 'employee_number'] as const, { description: 'Default employee_id.' }),
  ),
}

export const RenewQuery = {
  renew_snapshot: Flag(
    'Uses the current names, accounts, funds and standing items, and the terms now recorded for the days of the pay (declaration, rates, super, leave settings). Default false: the pay keeps its snapshot.',
  ),
}

export const CreateQuery = closed({
  ...GROUPS,
  redistribute_tax_by_gross: Flag(
    'Several pays of one employee in one run with different departments share their tax by gross. Default true.',
  ),
  ...IdentifierQuery,
  use_standard_hours: Flag(
    'If an employee’s first pay has no `hours` and no `leave`, it is filled in as a draft would be: with the standard hours of the period and granted leave that is not paid yet, whose hours are deducted, and without days whose leave an earlier pay has. In New Zealand, public holidays on working days are deducted too and paid as separate rows. Default false: no hours.',
  ),
  pay_date: optional(PayDate),
  period_end_date: optional(PeriodEndDate),
  ...DryRunQuery,
})

export const ListQuery = closed({
  from_date: optional(PayDate),
  to_date: optional(PayDate),
  employee_id: optional(Type.Integer()),
  status: optional(words(['pending', 'processed'] as const)),
  ...GROUPS,
})

export const RunListQuery = closed({ from_date: optional(PayDate), to_date: optional(PayDate) })

export type CreateQuery = Static<typeof CreateQuery>
export type ListQuery = Static<typeof ListQuery>

/** Query options for reading one pay. */
export const VersionQuery = closed({
  include_version: Type.Optional(
    Type.Boolean({
      description:
        'True: the response has `version`, `changed_by` and `changed_at`, as for drafts in a run. Default false.',
    }),
  ),
})
