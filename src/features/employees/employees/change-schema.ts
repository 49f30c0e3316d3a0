import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'

import { AffectedPays } from './affected-schema.ts'

const Fields = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
)

export const EmployeeChangeView = component(
  'EmployeeChange',
  closed({
    id: Type.Integer(),
    effective_from: CivilDateText,
    status: words(['scheduled', 'applied', 'refused'] as const),
    fields: Fields,
    before: Fields,
    stale_pay_ids: Type.Array(Type.Integer(), {
      description: 'Drafts that were made before the change and are affected by it: rebuild their run.',
    }),
    back_payment: nullable(
      closed({
        description: Type.String(),
        amount: Type.Number(),
        stp_category: Type.String(),
        tax_method: Type.String(),
        start_date: CivilDateText,
        end_date: CivilDateText,
      }),
      {
        description:
          'Back pay for hours paid at the old rate since the date of a rise, as a row of `back_payments`; null: nothing, or it was paid. Rows without a date, in a period that contains the date, are left out. `GET …/back-pay` lists it by pay, with leave loading.',
      },
    ),
    created_at: Timestamp,
    applied_at: nullable(Timestamp),
  }),
)
export type EmployeeChangeView = Static<typeof EmployeeChangeView>

/** The response when earlier pays used a cancelled change. */
export const ChangeCancelled = component(
  'EmployeeChangeCancelled',
  closed({ affected_pays: AffectedPays, warnings: Type.Array(Type.String()) }),
)
