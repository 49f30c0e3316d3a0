import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, words } from '../../../http/schema.ts'
import { STP_CATEGORIES, TAX_METHODS } from '../../../payroll/words.ts'

const Money = Type.Number()

const BackPayLine = closed({
  description: Type.String(),
  quantity: Type.Number({ description: 'Hours, or another unit.' }),
  paid_rate: Type.Number({
    description: 'Dollars per unit as paid, including the overtime multiple.',
  }),
  rate: Type.Number({ description: 'The same with the rate that now applies to that day.' }),
  amount: Type.Number({ description: 'The difference, with its leave loading.' }),
})

const BackPayItem = component(
  'BackPayItem',
  closed({
    pay_id: Type.Integer({ description: 'The pay that was made at the old rate.' }),
    description: Type.String(),
    amount: Type.Number({ description: 'The amount still owed: the difference less `paid_before`.' }),
    paid_before: Type.Number({
      description: 'Back payments of this kind for the same period, on drafts too.',
    }),
    stp_category: words(STP_CATEGORIES, {
      description:
        'The kind of the hours: ordinary time, overtime, or a kind of leave. A pay with several kinds has an item for each.',
    }),
    tax_method: words(TAX_METHODS, {
      description:
        'How the country taxes back pay of earlier periods. Australia: METHOD_B1, and METHOD_B2 for pays of an earlier income year.',
    }),
    start_date: CivilDateText,
    end_date: CivilDateText,
    lines: Type.Array(BackPayLine, { description: 'The difference, row by row.' }),
  }),
)

export const BackPay = component(
  'BackPay',
  closed({
    employee_id: Type.Integer(),
    since: nullable(CivilDateText, { description: 'Null: no rate was changed with a date.' }),
    total: Money,
    items: Type.Array(BackPayItem),
    warnings: Type.Array(Type.String(), {
      description:
        'Hours and amounts that the items leave out or tax differently, and the warnings of the pay with the items.',
    }),
    pay_id: nullable(Type.Integer(), {
      description: 'The pay with the items; null in a preview.',
    }),
  }),
)
export type BackPay = Static<typeof BackPay>

export const BackPayQuery = closed({
  since: Type.Optional({
    ...CivilDateText,
    description:
      'Pays whose period ends on or after this day. Omitted: from the first rate change that was sent with a date.',
  }),
})

export const BackPayRequest = component(
  'BackPayRequest',
  closed(
    {
      since: Type.Optional(CivilDateText),
      pay_date: Type.Optional(
        nullable(CivilDateText, {
          description: 'Pays the items alone on this day. Omitted: they go onto the employee’s next draft.',
        }),
      ),
    },
    { examples: [{ since: '2026-07-01' }, { since: '2026-07-01', pay_date: '2026-09-18' }] },
  ),
)
export type BackPayRequest = Static<typeof BackPayRequest>
