import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable } from '../../../http/schema.ts'
import { EmployerNumber } from '../../lodgements/obligations/index.ts'

const text = nullable(Type.String())
const pay_ids = Type.Array(Type.Integer())
const sums = {
  owed: Type.Number({ description: 'According to the current pays.' }),
  in_files: Type.Number({ description: 'In files that are not marked as paid.' }),
  settled: Type.Number(),
  open: Type.Number({ description: 'Owed minus sent; negative: sent but no longer owed.' }),
}

export const Reconciliation = component(
  'Reconciliation',
  closed({
    from_date: CivilDateText,
    to_date: CivilDateText,
    nets: closed({
      ...sums,
      rows: Type.Array(
        closed({
          pay_id: Type.Integer(),
          pay_date: CivilDateText,
          employee_id: Type.Integer(),
          format_name: Type.String(),
          ...sums,
        }),
      ),
    }),
    files: Type.Array(
      closed({
        id: Type.Integer(),
        status: Type.String(),
        total: Type.Number({ description: 'Of the whole file.' }),
        amount: Type.Number({ description: 'The part that covers these pays.' }),
        pay_ids,
      }),
    ),
    settlements: Type.Array(
      closed({
        id: Type.Integer(),
        method: Type.String(),
        settled_on: CivilDateText,
        amount: Type.Number(),
        pay_ids,
      }),
    ),
    deductions: Type.Array(
      closed({
        payee_id: nullable(Type.Integer({ description: 'Null: deducted without a payee.' })),
        name: text,
        reference: text,
        ...sums,
        pay_ids,
      }),
    ),
    super: Type.Array(
      closed({
        fund: nullable(Type.String({ description: 'Null: no fund is recorded.' })),
        member_count: Type.Integer(),
        owed: Type.Number(),
        sent: Type.Number(),
        open: Type.Number(),
        pay_ids,
      }),
    ),
    tax: closed({
      name: Type.String({ description: 'PAYG or PAYE.' }),
      amount: Type.Number(),
      rows: Type.Array(closed({ pay_date: CivilDateText, amount: Type.Number(), pay_ids })),
      periods: Type.Array(
        closed({
          period_start: CivilDateText,
          period_end: CivilDateText,
          due_date: CivilDateText,
          owed: Type.Number(),
          paid: Type.Number(),
          open: Type.Number(),
          employer: Type.Optional(EmployerNumber),
        }),
        {
          description:
            'The periods of the pay dates, with everything that is paid to the tax office for them: New Zealand also student loan, child support, KiwiSaver and ESCT.',
        },
      ),
      open: Type.Number({ description: 'The part of these periods not recorded as paid.' }),
    }),
    checks: Type.Array(
      closed({
        what: Type.String(),
        left: Type.Number(),
        right: Type.Number(),
        agrees: Type.Boolean(),
      }),
    ),
  }),
)
export type Reconciliation = Static<typeof Reconciliation>
