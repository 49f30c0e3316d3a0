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
          description: 'A figure of the pay; or a leave balance, for what the pay added to it.',
        }),
        stored: Type.Number({ description: 'The amount paid; it does not change.' }),
        recalculated: Type.Number({ description: 'What it would be now.' }),
      }),
      {
        description:
          'Empty for a pay that keeps its figures, but is reported otherwise or has terms that a later pay reads: recalculate all that are listed.',
      },
    ),
  }),
)

export const AffectedPays = Type.Array(AffectedPay, {
  description:
    'Pays that would now be different: later ones after a pay was entered late, changed or deleted; those since its day after a change with a past `effective_from` (recalculate these with `renew_snapshot`). They are not changed: recalculate them on request.',
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
