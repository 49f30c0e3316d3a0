import { type Static, Type } from 'typebox'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { CivilDateText, closed, component } from '../../../http/schema.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'

const AffectedPay = component(
  'AffectedPay',
  closed({
    pay_id: Type.Integer(),
    processed_date: CivilDateText,
    is_termination: Type.Boolean({
      description: 'A final pay cannot be recalculated: delete it and end the employment again.',
    }),
    needs_renew_snapshot: Type.Optional(
      Type.Boolean({
        description:
          'True: the difference comes from terms recorded since the pay was made, so recalculating applies it only with `renew_snapshot`.',
      }),
    ),
    differences: Type.Array(
      closed({
        figure: Type.String({
          examples: ['tax'],
          description: 'A figure of the pay, or a leave balance that the pay changed.',
        }),
        stored: Type.Number({ description: 'The amount paid; it does not change.' }),
        recalculated: Type.Number({ description: 'What it would be now.' }),
      }),
      {
        description:
          'Empty for a pay whose figures stay the same, but which is reported differently or has terms that a later pay uses. Recalculate every pay that is listed.',
      },
    ),
  }),
)

export const AffectedPays = Type.Array(AffectedPay, {
  description:
    'Pays that would now be different. After a pay was entered late, changed or deleted: the later pays. After a change with a past `effective_from`: the pays since that day (recalculate these with `renew_snapshot`). They do not change until you recalculate them.',
})
export type AffectedPayView = Static<typeof AffectedPay>

/** The effect of changed terms on existing pays. Pays depend on employees, so the app injects this. */
export type PayEffects = {
  /** Prevents changes to the company's pays until the transaction ends. */
  lock(tx: Tx, company: Company): Promise<void>
  /**
   * Remembers the pays since the dates of these changes. Call the result after the change to get the pays that would
   * differ.
   */
  watch(
    service: Service,
    tx: Tx,
    company: Company,
    changes: readonly { employeeId: number; from: CivilDate }[],
  ): Promise<() => Promise<ReadonlyMap<number, AffectedPayView[]>>>
}
