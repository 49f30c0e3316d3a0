import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable } from '../../../http/schema.ts'

const Figures = Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]))

const Row = closed({
  employee: Type.String({ description: 'The name, or the employee as named in the history that was sent.' }),
  employee_id: nullable(Type.Integer()),
  pay_id: nullable(Type.Integer({ description: 'Null: the pay is in a sent history.' })),
  pay_date: CivilDateText,
  period_end: CivilDateText,
  type: Type.String({
    description:
      'A leave type, `PUBLIC_HOLIDAY_WORKED`, `PUBLIC_HOLIDAY_UNPAID`, `PUBLIC_HOLIDAY_AS_LEAVE` (it used up leave), `ALTERNATIVE_DAY_NOT_GRANTED`, `HOLIDAY_PAY_WITH_WAGES` (8% in the wages) or `FINAL_HOLIDAY_PAY`.',
  }),
  description: Type.String(),
  date: CivilDateText,
  hours: nullable(Type.Number()),
  owed: Type.Number({ description: 'Under the Holidays Act 2003, to the cent.' }),
  paid: Type.Number(),
  difference: Type.Number({
    description: 'Owed minus paid: a positive amount is still owed to the employee.',
  }),
  section: Type.String(),
  assumptions: Type.Array(Type.String(), {
    description: 'Assumptions about data that the rows lack.',
  }),
  steps: Type.Array(
    closed({
      name: Type.String(),
      amount: Type.Number(),
      formula: Type.String(),
      inputs: Figures,
      rule: Type.String(),
    }),
  ),
})
export type ReportRow = Static<typeof Row>

export const HolidaysActReport = component(
  'HolidaysActReport',
  closed(
    {
      from_date: nullable(CivilDateText),
      to_date: nullable(CivilDateText),
      payments: Type.Integer({ description: 'Payments checked.' }),
      underpaid: Type.Integer({ description: 'Payments below what the Act owes.' }),
      owed: Type.Number(),
      paid: Type.Number(),
      arrears: Type.Number({ description: 'The amount still owed: the sum of the differences above zero.' }),
      employees: Type.Array(
        closed({
          employee: Type.String(),
          employee_id: nullable(Type.Integer()),
          owed: Type.Number(),
          paid: Type.Number(),
          arrears: Type.Number(),
        }),
        { description: 'Employees with arrears, the largest amount first.' },
      ),
      unchecked: Type.Array(
        closed({
          employee: Type.String(),
          employee_id: nullable(Type.Integer()),
          year: Type.Integer(),
          reason: Type.String(),
        }),
        { description: 'Years that could not be checked in full, and why.' },
      ),
      rows: Type.Array(Row, {
        description: 'Every payment for leave, and every public holiday that was not paid or used up leave.',
      }),
    },
    {
      examples: [
        {
          from_date: '2026-06-01',
          to_date: '2026-06-30',
          payments: 1,
          underpaid: 1,
          owed: 1200,
          paid: 1000,
          arrears: 200,
          employees: [{ employee: 'Aroha Ngata', employee_id: 12, owed: 1200, paid: 1000, arrears: 200 }],
          unchecked: [],
          rows: [
            {
              employee: 'Aroha Ngata',
              employee_id: 12,
              pay_id: 345,
              pay_date: '2026-06-14',
              period_end: '2026-06-14',
              type: 'ANNUAL_HOLIDAYS',
              description: 'Annual holidays',
              date: '2026-06-08',
              hours: 40,
              owed: 1200,
              paid: 1000,
              difference: 200,
              section: 'Holidays Act 2003 ss 21 and 22',
              assumptions: [],
              steps: [
                {
                  name: 'holidays.ordinary-weekly-pay',
                  amount: 1200,
                  formula:
                    'pay of an ordinary week + regular overtime, allowances and productivity pay of a week',
                  inputs: { agreed: 1000, regular: 200 },
                  rule: 'Holidays Act 2003 s 8(1)',
                },
              ],
            },
          ],
        },
      ],
    },
  ),
)
export type HolidaysActReport = Static<typeof HolidaysActReport>

export type AnswerFormat = 'json' | 'csv'

export const SettlementRequest = component(
  'HolidaysActSettlementRequest',
  closed(
    { from_date: CivilDateText, to_date: CivilDateText },
    { examples: [{ from_date: '2020-04-01', to_date: '2026-10-31' }] },
  ),
)
export type SettlementRequest = Static<typeof SettlementRequest>

const Who = { employee: Type.String(), employee_id: Type.Integer() }

export const HolidaysActSettlement = component(
  'HolidaysActSettlement',
  closed({
    from_date: CivilDateText,
    to_date: CivilDateText,
    arrears: Type.Number({ description: 'The findings of the report.' }),
    added: Type.Number({ description: 'Amounts that this call added to drafts.' }),
    pays: Type.Array(
      closed({
        ...Who,
        pay_id: Type.Integer({ description: 'The draft.' }),
        amount: Type.Number(),
        items: Type.Array(
          closed({
            description: Type.String(),
            amount: Type.Number(),
            start_date: CivilDateText,
            end_date: CivilDateText,
          }),
        ),
      }),
    ),
    skipped: Type.Array(closed({ ...Who, arrears: Type.Number(), reason: Type.String() })),
    warnings: Type.Array(Type.String(), { description: 'The warnings of the drafts.' }),
  }),
)
export type HolidaysActSettlement = Static<typeof HolidaysActSettlement>
