import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'
import { AffectedPays } from '../../employees/employees/index.ts'
import { Pay } from '../../pays/pays/index.ts'

const FIGURES = [
  'hours',
  'gross',
  'tax',
  'deductions',
  'net',
  'super',
  'student_loan',
  'kiwisaver_employee',
  'kiwisaver_employer',
] as const

const FOLLOWS = [
  'pay-difference',
  'recover-difference',
  'super-difference',
  'super-overpaid',
  'update-event',
  'amendment',
  'payslip',
  'later-pays',
  'nothing',
] as const

export const CorrectionPreview = component(
  'CorrectionPreview',
  closed({
    pay_id: Type.Integer(),
    changes: Type.Array(closed({ figure: words(FIGURES), before: Type.Number(), after: Type.Number() }), {
      description: 'Figures that would be different.',
    }),
    so_far: closed({
      pay_date: CivilDateText,
      is_processed: Type.Boolean(),
      paid: Type.Number({ description: 'Net pay already in bank files or settled, in dollars.' }),
      is_settled: Type.Boolean({ description: 'All of it was marked as accepted by the bank.' }),
      super_sent: Type.Number({ description: 'Super of this pay in contribution files, in dollars.' }),
      reported: nullable(closed({ status: Type.String(), at: nullable(Timestamp) }), {
        description: 'The figures reported to the tax authority; null if none.',
      }),
      payslip_mailed_at: nullable(Timestamp),
    }),
    follows: Type.Array(
      closed({
        kind: words(FOLLOWS),
        amount: nullable(Type.Number()),
        message: Type.String({ description: 'The same in words.' }),
      }),
      { description: 'What to do after saving, in order.' },
    ),
    affected_pays: AffectedPays,
    pay: Pay,
  }),
)
export type CorrectionPreview = Static<typeof CorrectionPreview>
