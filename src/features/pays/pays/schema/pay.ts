import { type Static, Type } from 'typebox'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  readBeside,
  Timestamp,
  words,
} from '../../../../http/schema.ts'
import { PAY_PERIODS } from '../../../../payroll/words.ts'
import { AffectedPays } from '../../../employees/employees/index.ts'
import { PayDate, PayUpdate, PeriodEndDate } from '../request/schema.ts'
import { FigureMembers } from './figures.ts'
import {
  AllowanceRow,
  BackPaymentRow,
  BonusRow,
  DeductionRow,
  HoursRow,
  LeaveBalanceRow,
  LeaveRow,
  SacrificeRow,
} from './pay-rows.ts'
import { TerminationResult } from './termination-result.ts'

const optional = Type.Optional
const Money = Type.Number()
const MaybeText = nullable(Type.String())

const Period = words(PAY_PERIODS)
const Status = words(['pending', 'processed'] as const)
const RunId = nullable(Type.Integer())

export const Pay = component(
  'Pay',
  closed(
    readBeside(
      {
        id: nullable(Type.Integer({ description: 'Null in a dry run.' })),
        status: Status,
        is_complete: Type.Boolean(),
        employee_id: Type.Integer(),
        employee_number: MaybeText,
        employee_first_name: Type.String(),
        employee_last_name: Type.String(),
        employee_format_name_shorter: Type.String(),
        format_name: Type.String(),
        employee_email_address: MaybeText,
        pay_run_id: RunId,
        pay_run_end_date: CivilDateText,
        pay_period: Period,
        processed_date: Type.String({
          description: 'The pay date that was sent; of a draft, the planned one.',
        }),
        pay_department: MaybeText,
        note: optional(Type.String({ description: 'Only if there is one: it appears on the payslip.' })),
        ...FigureMembers,
        hours: Type.Array(HoursRow),
        leave: Type.Array(LeaveRow),
        leave_balance_rows: Type.Array(LeaveBalanceRow),
        allowances: Type.Array(AllowanceRow),
        deductions: Type.Array(DeductionRow),
        bonuses: Type.Array(BonusRow),
        pay_sacrifices: Type.Array(SacrificeRow),
        back_payments: Type.Array(BackPaymentRow),
        termination: nullable(Type.Unsafe<Record<string, unknown>>(TerminationResult)),
        stp_status: MaybeText,
        stp_service_action: MaybeText,
        stp_timestamp: nullable(Timestamp),
        stp_needs_update: Type.Boolean({
          description:
            'True while this pay differs from what was reported to the tax authority: an update event (AU) or an amendment (NZ) is due.',
        }),
        warnings: Type.Array(Type.String(), {
          description:
            'Points for a payroll officer to check; drafts and dry runs are also compared with other pays.',
        }),
        version: optional(
          Type.String({
            description:
              'Identifies the rows, department, note and status of the pay: it changes when any of them does. In the drafts of a run, and in a pay that is read with `include_version`.',
          }),
        ),
        changed_by: optional(
          Type.String({
            description:
              'Who changed the rows last: the person in the web app, otherwise the name of the application. Only with `version`, if known.',
          }),
        ),
        changed_at: optional(Timestamp),
        affected_pays: optional(AffectedPays),
      },
      PayUpdate,
    ),
  ),
)

const Warnings = Type.Array(Type.String())

/** The effects of deleting a pay, including in a dry run. */
export const PayDeleted = component(
  'PayDeleted',
  closed({
    pay: optional(Pay),
    affected_pays: AffectedPays,
    warnings: Warnings,
  }),
)

export const RecalculateRequest = component(
  'RecalculateRequest',
  closed(
    {
      pay_ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: 2000 }),
      dry_run: optional(Type.Boolean({ description: 'Default false. True: nothing is stored.' })),
      renew_snapshot: optional(
        Type.Boolean({
          description:
            'Default false: the terms that each pay was made with. True: those that are now recorded for its days, as after a change with a past `effective_from`.',
        }),
      ),
    },
    { examples: [{ pay_ids: [17, 18], dry_run: true }] },
  ),
)

export const Recalculated = component(
  'Recalculated',
  closed({ pays: Type.Array(Pay), affected_pays: AffectedPays, warnings: Warnings }),
)

const PaysByEmployee = component(
  'PaysByEmployee',
  closed({
    employee_id: optional(Type.Integer()),
    employee_number: optional(MaybeText),
    pays: Type.Array(Pay),
  }),
)

const RUN = {
  pay_run_id: RunId,
  pay_run_end_date: CivilDateText,
  pay_period: Period,
}

const PaysByRun = component('PaysByRun', closed({ ...RUN, pays: Type.Array(Pay) }))

/** A list of pays, plain or grouped as requested. */
export const PayList = Type.Union([Type.Array(Pay), Type.Array(PaysByEmployee), Type.Array(PaysByRun)], {
  description: 'A bare array of pays; with a group flag an array of groups.',
})

const Totals = closed({
  employee_count: Type.Integer(),
  gross: Money,
  tax: Money,
  net: Money,
  super: Money,
  kiwisaver_employee: Money,
  kiwisaver_employer: Money,
})

const RUN_ROW = {
  ...RUN,
  pay_run_start_date: CivilDateText,
  status: words(['pending', 'processed', 'empty'] as const, {
    description: 'pending while any of its pays is pending; empty when it has no pays.',
  }),
  pay_calendar_id: nullable(Type.Integer({ description: 'Null: the company’s own cycle.' })),
  totals: component('PayRunTotals', Totals),
  payment_dates: Type.Array(
    component('PaymentDate', closed({ pay_date: CivilDateText, ...Totals.properties })),
    {
      description: 'The same totals for each payment date of the run, oldest first.',
    },
  ),
}

export const PayRun = component('PayRun', closed(RUN_ROW))
export const SkippedEmployees = Type.Array(
  component(
    'SkippedEmployee',
    closed({ employee_id: Type.Integer(), format_name: Type.String(), reason: Type.String() }),
  ),
)

export const PayRunWithPays = component(
  'PayRunWithPays',
  closed({
    ...RUN_ROW,
    pays: Type.Array(Pay),
    skipped: optional({
      ...SkippedEmployees,
      description: 'When a run was drafted: employees of its calendar who got no draft, with the reason.',
    }),
  }),
)

export const ProcessedPayRun = component(
  'ProcessedPayRun',
  closed({ ...PayRunWithPays.properties, affected_pays: optional(AffectedPays) }),
)

export const PayRunCreate = component(
  'PayRunCreate',
  closed(
    {
      pay_period: Period,
      pay_date: optional(
        nullable(PayDate, {
          description:
            'Default today; for a company that pays in arrears, its number of days after the period’s end.',
        }),
      ),
      period_end_date: optional(nullable(PeriodEndDate)),
      pay_calendar_id: optional(
        nullable(Type.Integer({ minimum: 1 }), {
          description:
            'One of the company’s pay calendars. Omitted: those who have none, by the company’s own cycle.',
        }),
      ),
      copy_from: optional(
        words(['STANDARD_HOURS', 'LAST_PAY'] as const, {
          description:
            'Where the hours come from. `LAST_PAY`: hours, departments and one-off allowances of each employee’s last run of this cycle; hours that were taken as leave there count as ordinary hours, and bonuses, back payments and leave are not copied. Employees without such a pay get standard hours. Standing items apply either way. Default `STANDARD_HOURS`.',
        }),
      ),
    },
    {
      examples: [
        { pay_period: 'WEEKLY', pay_date: '2026-07-05' },
        { pay_period: 'WEEKLY', pay_date: '2026-07-08', period_end_date: '2026-07-05' },
      ],
    },
  ),
)

/** One step of a calculation, with its rule and source. */
export const ExplainedStep = closed({
  name: Type.String(),
  amount: Type.Number(),
  formula: Type.String(),
  inputs: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()])),
  rule: Type.String(),
  source: Type.String(),
})

export const Explanation = component(
  'Explanation',
  closed({
    pay_id: Type.Integer(),
    pay_date: CivilDateText,
    law_version: nullable(Type.String(), {
      description:
        'The bundle of rate tables that the pay was calculated with (`GET /api/meta/law`); null: created before bundles had versions.',
    }),
    period_end_date: CivilDateText,
    terms: Type.Array(
      closed({
        name: Type.String({ examples: ['declaration.claims_tax_free_threshold'] }),
        value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
      }),
      {
        description:
          'The terms that the pay was calculated with: tax, super and KiwiSaver as of `pay_date`, all others as of `period_end_date`. They stay the same until the pay is renewed.',
      },
    ),
    summary: Type.Array(
      closed({
        figure: Type.String({ examples: ['tax'] }),
        amount: Type.Number(),
        summary: Type.String({
          examples: ['$223.00 tax on $1,263.50: weekly table with the tax-free threshold, from July 2026.'],
        }),
      }),
      { description: 'The main figures, each in one plain sentence. The steps are the working behind them.' },
    ),
    steps: Type.Array(ExplainedStep),
    differences: Type.Array(
      closed({
        figure: Type.String({ examples: ['tax'] }),
        stored: nullable(Type.Number({ description: 'The amount paid; it does not change.' })),
        recalculated: Type.Number({ description: 'The figure that the steps give today.' }),
      }),
      {
        description:
          'Empty, unless a rule or a table has changed since the pay was made: then the figures that would differ today.',
      },
    ),
    note: nullable(Type.String({ description: 'A sentence if the steps do not lead to the amounts paid.' })),
  }),
)

export type PayView = Static<typeof Pay>
export type PayRunView = Static<typeof PayRun>
