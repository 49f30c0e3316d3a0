import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, words } from '../../../http/schema.ts'

const SUM = closed({
  kind: words(['net', 'payee', 'super'] as const),
  owed: Type.Number(),
  created: Type.Number({ description: 'In files that are not settled or paid yet.' }),
  accepted: Type.Number({ description: 'In settled or paid files, and settled by hand.' }),
  returned: Type.Number({ description: 'Returned; open until it is sent again.' }),
  open: Type.Number({ description: 'Owed − created − accepted.' }),
})
export type ProofSum = Static<typeof SUM>

const OPEN_POINT = closed({
  kind: words(['net', 'payee', 'super', 'report'] as const),
  employee_id: Type.Integer(),
  format_name: Type.String(),
  pay_id: nullable(
    Type.Integer({ description: 'Null: a number differs, or an amount that is not in a pay.' }),
  ),
  amount: nullable(Type.Number({ description: 'Below zero: sent but no longer owed. Null: a report.' })),
  sentence: Type.String(),
})
export type OpenPoint = Static<typeof OPEN_POINT>

export const Proof = component(
  'Proof',
  closed({
    from_date: CivilDateText,
    to_date: CivilDateText,
    is_complete: Type.Boolean({ description: 'Nothing is open.' }),
    sums: Type.Array(SUM),
    reports: closed({
      pays: Type.Integer({ description: 'Processed pays of the period that are reported to an authority.' }),
      accepted: Type.Integer(),
      under_way: Type.Integer(),
      open: Type.Integer({ description: 'Not lodged, rejected, or different from the authority’s record.' }),
    }),
    open_points: Type.Array(OPEN_POINT, { description: 'Every open line, by name.' }),
  }),
)
export type Proof = Static<typeof Proof>
