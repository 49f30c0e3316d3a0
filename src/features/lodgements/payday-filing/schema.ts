import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, DecimalInput, nullable } from '../../../http/schema.ts'
import { PaySelection } from '../lodgements/index.ts'

const OptOut = closed({
  employee_id: Type.Integer(),
  signed_date: CivilDateText,
  bank_account: Type.String({
    pattern: '^[0-9]{2}-?[0-9]{4}-?[0-9]{7}-?[0-9]{2,3}$',
    'x-problem': 'must be a bank account such as 01-0902-0068389-00',
    description: 'The account for refunded contributions.',
  }),
  account_holder: Type.String({ minLength: 1, maxLength: 31 }),
  late_reason: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[A-Z]{1,10}$',
        'x-problem': 'must be a code of Inland Revenue’s, such as OTHR',
      }),
      {
        description:
          'Inland Revenue’s code for the reason; needed when it was signed more than 56 days after the start.',
      },
    ),
  ),
  other_late_reason: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 500 }))),
})

const Adjustment = closed({
  employee_id: Type.Integer(),
  gross: DecimalInput,
  paye: DecimalInput,
})

/** The pays to file, and further details to report to Inland Revenue. */
export const PaydaySelection = component(
  'PaydaySelection',
  closed(
    {
      ...PaySelection.properties,
      renew_identity: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Also amends lines whose only difference is that they were filed with another IRD number of the employee, or without one. Without this option, the number goes into lines that are amended anyway, and into all lines of employees who have left.',
        }),
      ),
      is_final_return: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'The employer has stopped employing: the last payday’s return says so, or a nil return if every pay is filed.',
        }),
      ),
      prior_period_adjustments: Type.Optional(
        Type.Array(Adjustment, {
          maxItems: 10_000,
          description:
            'Adjustments of an earlier period’s gross and PAYE, reported in the last payday’s lines, in dollars; only if KiwiSaver, student loan and child support do not change.',
        }),
      ),
      kiwisaver_opt_outs: Type.Optional(
        Type.Array(OptOut, {
          maxItems: 10_000,
          description: 'Employees who opted out of KiwiSaver: sent with their employee details.',
        }),
      ),
    },
    {
      description:
        'Exactly one of `pay_run_id`, `pay_ids`, or `from_date` with `to_date` (pay dates, both included), and anything else to report to Inland Revenue.',
      examples: [{ pay_run_id: 12 }, { from_date: '2026-07-01', to_date: '2026-07-07', dry_run: true }],
    },
  ),
)
export type PaydaySelection = Static<typeof PaydaySelection>
