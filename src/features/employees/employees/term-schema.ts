import { type Static, type TProperties, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, words } from '../../../http/schema.ts'
import { TFN_STATUSES } from '../../../identifiers/tfn.ts'
import type { TermValues } from '../../../payroll/terms.ts'
import { TERM_FIELDS } from './fields.ts'
import { readSchema } from './schema.ts'
import { TAX_NUMBER_STATUS } from './tax-numbers.ts'
import { PAY_CALENDAR } from './terms.ts'

/** The terms of an employee over a range of days. */
export const EmployeeTermsView = component(
  'EmployeeTerms',
  closed({
    from: { ...CivilDateText, description: 'The first day on which these terms apply.' },
    to: nullable(CivilDateText, { description: 'The last day; null: until they change.' }),
    origin: words(['entered', 'reconstructed'] as const, {
      description:
        '`reconstructed`: the employee was stored before terms had dates, and these are the terms known for that time.',
    }),
    changed: Type.Array(Type.String(), { description: 'The terms that changed.' }),
    terms: Type.Unsafe<TermValues>(
      closed({
        ...(Object.fromEntries(TERM_FIELDS.map((name) => [name, readSchema(name)])) as TProperties),
        [TAX_NUMBER_STATUS]: words(TFN_STATUSES, {
          description:
            'AU: whether a tax file number was quoted. The number itself is not part of the terms.',
        }),
        [PAY_CALENDAR]: nullable(Type.Integer(), { description: 'Null: the company’s own cycle.' }),
      }),
    ),
    standing_items: Type.Array(
      closed({
        id: Type.Integer(),
        kind: words(['allowance', 'deduction', 'bonus', 'sacrifice', 'back_payment'] as const),
        description: Type.String(),
        amount: Type.Number({ description: 'A fraction where `amount_type` is a percentage.' }),
        amount_type: Type.String(),
        auto_apply_to_pay: Type.Boolean(),
      }),
      { description: 'The standing items that apply on these days.' },
    ),
  }),
)
export type EmployeeTermsView = Static<typeof EmployeeTermsView>
