import { type Static, Type } from 'typebox'
import { closed, component, nullable, words } from '../../../../http/schema.ts'
import {
  ALLOWANCE_FIELDS,
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  SACRIFICE_FIELDS,
} from '../../../../payroll/line-fields.ts'
import { LEAVE_TYPES } from '../../../../payroll/words.ts'
import { requestFields } from './field-schema.ts'
import { TerminationBlock } from './termination-schema.ts'

/** Higher than any real amount. The calculation rejects products that are too large. */
const AMOUNT_MAX = 1_000_000_000

/** Money, hours and quantities of a pay, as a JSON number or text. */
const Amount = Type.Union(
  [
    Type.Number({ minimum: -AMOUNT_MAX, maximum: AMOUNT_MAX }),
    Type.String({ pattern: '^-?0*(\\d{1,9}(\\.\\d{1,20})?|10{9}(\\.0+)?)$' }),
  ],
  {
    'x-problem':
      'must be a number up to 1,000,000,000 on either side, or its decimal string such as "1250.50"',
  },
)

/** A date within the range of all tables and the database. */
export const PayDate = Type.String({
  format: 'date',
  pattern: '^(19|20|21)',
  'x-problem': 'must be a date of the form YYYY-MM-DD, from 1900 to 2199',
  examples: ['2026-07-03'],
})

/** The end of the period being paid, if the period does not include the payment date. */
export const PeriodEndDate = Type.String({
  format: 'date',
  pattern: '^(19|20|21)',
  'x-problem': 'must be a date of the form YYYY-MM-DD, from 1900 to 2199',
  examples: ['2026-06-28'],
  description:
    'The last day of the pay period that is paid, for employers who pay in arrears. The pay belongs to the run of that period; `pay_date` stays the payment date and chooses tax tables, due dates and the reporting year. Omitted: the run that contains `pay_date`. 400 where no period of the employee ends on that day.',
})

/** An unpaired UTF-16 surrogate cannot be stored and would come back as a different character. */
const WHOLE_CHARACTERS = '[^\\ud800-\\udfff]*'

const Description = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: `^(?=[^]*\\S)${WHOLE_CHARACTERS}$`,
  'x-problem': 'must have 1 to 60 whole characters',
})
const Label = (maxLength: number, description?: string) =>
  Type.String({
    maxLength,
    pattern: `^${WHOLE_CHARACTERS}$`,
    'x-problem': `must have at most ${maxLength} whole characters`,
    ...(description ? { description } : {}),
  })
const optional = Type.Optional
const maybe = (schema: typeof Amount) => optional(nullable(schema))
const flag = (description: string) => optional(Type.Boolean({ description }))

export const PayHoursInput = component(
  'PayHoursInput',
  closed({
    description: Description,
    units: Label(32, 'A label such as hours.'),
    value: Amount,
    rate: maybe(Amount),
    multiplier: maybe(Amount),
    rate_reference: optional(
      nullable(Type.String({ minLength: 1, maxLength: 60, description: 'From the pay-rates endpoints.' })),
    ),
    rate_description: optional(nullable(Label(60))),
    is_overtime: flag('Overtime never counts for super on ordinary time earnings. Default false.'),
    week: optional(
      nullable(Type.Integer({ minimum: 1, maximum: 6 }), {
        description:
          'Australia: the week of the pay period it was worked in, from 1. Derived from the date if one is sent. Under 18, super is owed for the weeks of more than 30 hours.',
      }),
    ),
    date: optional(
      nullable(PayDate, {
        description:
          'The day it was worked. New Zealand: a public holiday that is otherwise a working day earns an alternative holiday.',
      }),
    ),
    pay_amount: optional(
      Type.Unknown({
        description:
          'Set by the service. A row may be sent back as it was read; any other amount is refused.',
      }),
    ),
  }),
)

export const PayLeaveInput = component(
  'PayLeaveInput',
  closed({
    description: Description,
    leave_type: words(LEAVE_TYPES),
    date: PayDate,
    hours: Amount,
    rate: maybe(Amount),
    multiplier: maybe(Amount),
    leave_loading_amount: maybe(Amount),
  }),
)

export const PayAllowanceInput = component(
  'PayAllowanceInput',
  closed({
    description: Description,
    amount: maybe(Amount),
    units: maybe(Amount),
    total_amount: optional(Type.Unknown({ description: 'Read-only: ignored on input.' })),
    ...requestFields(ALLOWANCE_FIELDS, PayDate),
    is_reimbursement: flag(
      'True: it repays what the employee spent for the employer. It has no category, is not taxed, earns no super and is not reported. Default false.',
    ),
  }),
)

export const PayDeductionInput = component(
  'PayDeductionInput',
  closed({
    description: Description,
    amount: maybe(Amount),
    ...requestFields(DEDUCTION_FIELDS, PayDate),
  }),
)

export const PayBonusInput = component(
  'PayBonusInput',
  closed({
    description: Description,
    amount: maybe(Amount),
    ...requestFields(BONUS_FIELDS, PayDate),
  }),
)

export const PaySacrificeInput = component(
  'PaySacrificeInput',
  closed({
    description: Description,
    amount: maybe(Amount),
    ...requestFields(SACRIFICE_FIELDS, PayDate),
  }),
)

export const BackPaymentInput = component(
  'BackPaymentInput',
  closed({
    description: Description,
    amount: Amount,
    ...requestFields(BACK_PAYMENT_FIELDS, PayDate),
  }),
)

const list = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) =>
  optional(nullable(Type.Array(item, { description })))

const ITEM_LISTS = {
  hours: optional(Type.Array(PayHoursInput)),
  leave: optional(Type.Array(PayLeaveInput)),
  pay_department: optional(nullable(Label(32, 'Applies to the whole pay.'))),
  note: optional(
    nullable(
      Type.String({
        maxLength: 300,
        pattern: `^${WHOLE_CHARACTERS}$`,
        'x-text': 'lines',
        'x-problem': 'must have at most 300 whole characters',
        description: 'A note for the payslip, which may have several lines. Omitted in a rebuild: unchanged.',
      }),
    ),
  ),
  allowances: list(PayAllowanceInput, 'Matched by description.'),
  deductions: list(
    PayDeductionInput,
    'Omitted: the employee’s standing deductions apply. A list: only that list; `[]` none.',
  ),
  bonuses: list(PayBonusInput, 'Matched by description.'),
  pay_sacrifices: list(
    PaySacrificeInput,
    'Omitted: the employee’s standing sacrifices apply. A list: only that list; `[]` none.',
  ),
  back_payments: list(BackPaymentInput, 'Matched by description and amount.'),
}

const EXAMPLE_ITEMS = {
  hours: [
    { description: 'Ordinary hours', units: 'hours', value: 36 },
    { description: 'Overtime', units: 'hours', value: '2.5', multiplier: 1.5, is_overtime: true },
  ],
  leave: [{ description: 'Sick leave', leave_type: 'SICK', date: '2026-07-03', hours: 2 }],
  allowances: [{ description: 'Tool allowance', amount: 25, allowance_category: 'TD' }],
  deductions: [{ description: 'Union fees', amount: '12.50', classification: 'UNION_FEES' }],
}

export const PayCreate = component(
  'PayCreate',
  closed(
    {
      employee_id: optional(nullable(Type.Integer())),
      employee_number: optional(nullable(Type.String({ maxLength: 32 }))),
      ...ITEM_LISTS,
      termination: optional(nullable(TerminationBlock)),
    },
    { examples: [{ employee_id: 12, ...EXAMPLE_ITEMS }] },
  ),
)

/** A rebuild. The employee may be repeated but not changed. */
export const PayUpdate = component(
  'PayUpdate',
  closed(
    {
      employee_id: optional(nullable(Type.Integer())),
      employee_number: optional(nullable(Type.String({ maxLength: 32 }))),
      ...ITEM_LISTS,
      termination: optional(nullable(TerminationBlock)),
    },
    { examples: [EXAMPLE_ITEMS] },
  ),
)

const DRAFT = {
  pay_id: Type.Integer({ minimum: 1 }),
  version: optional(
    Type.String({
      maxLength: 64,
      description:
        'The `version` that was read. Returns 409 if the pay has changed since. Omitted: not compared.',
    }),
  ),
}

/** One draft of a grid, with its new rows. */
export const DraftEdit = component(
  'DraftEdit',
  closed({ ...DRAFT, ...ITEM_LISTS }, { examples: [{ pay_id: 81, ...EXAMPLE_ITEMS }] }),
)
export type DraftEdit = Static<typeof DraftEdit>

/** One draft of a grid, with the cells that change. */
export const DraftChange = component(
  'DraftChange',
  closed(
    {
      ...DRAFT,
      hours: optional(Type.Array(PayHoursInput, { description: 'Found by description; `value` replaces.' })),
      leave: optional(Type.Array(PayLeaveInput, { description: 'Found by leave_type; `hours` replaces.' })),
      allowances: optional(
        Type.Array(PayAllowanceInput, {
          description: 'Found by description; `amount` replaces, for one unit; 0 removes; required.',
        }),
      ),
    },
    {
      examples: [{ pay_id: 81, hours: [{ description: 'Ordinary hours', units: 'hours', value: 36 }] }],
    },
  ),
)
export type DraftChange = Static<typeof DraftChange>

export type PayCreate = Static<typeof PayCreate>
export type PayHoursInput = Static<typeof PayHoursInput>
export type PayLeaveInput = Static<typeof PayLeaveInput>
export type PayAllowanceInput = Static<typeof PayAllowanceInput>
export type PayDeductionInput = Static<typeof PayDeductionInput>
export type PayBonusInput = Static<typeof PayBonusInput>
export type PaySacrificeInput = Static<typeof PaySacrificeInput>
export type BackPaymentInput = Static<typeof BackPaymentInput>
