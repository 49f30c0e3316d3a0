import { type Static, Type } from 'typebox'
import { closed, component, words } from '../../../http/schema.ts'

const Month = Type.String({
  pattern: '^20\\d{2}-(0[1-9]|1[0-2])$',
  'x-problem': 'must be a month such as 2026-10',
})

export const UsageQuery = closed({
  from_month: Type.Optional({ ...Month, description: 'Default: last month.' }),
  to_month: Type.Optional({ ...Month, description: 'At most two years later. Default: `from_month`.' }),
  format: Type.Optional(words(['json', 'csv'] as const, { description: 'Default `json`.' })),
})
export type UsageQuery = Static<typeof UsageQuery>

const FIGURES = {
  companies: Type.Integer({ description: 'Companies with a processed pay in the month, by pay date.' }),
  people_paid: Type.Integer({ description: 'Employees with a processed pay in the month, each once.' }),
  lodgements: Type.Integer({ description: 'Reports of the month that an authority accepted.' }),
  payslips: Type.Integer({ description: 'Processed pays of the month: each has a payslip.' }),
}

export const Usage = component(
  'Usage',
  closed(
    {
      month: Type.String(),
      clients: Type.Array(closed({ customer_id: Type.Integer(), legal_name: Type.String(), ...FIGURES }), {
        description: 'Your own account first, then every client, including those without pays.',
      }),
      totals: closed(FIGURES),
    },
    {
      examples: [
        {
          month: '2026-10',
          clients: [
            {
              customer_id: 7,
              legal_name: 'Ngata Builders Ltd',
              companies: 1,
              people_paid: 12,
              lodgements: 4,
              payslips: 48,
            },
          ],
          totals: { companies: 1, people_paid: 12, lodgements: 4, payslips: 48 },
        },
      ],
    },
  ),
)
export type Usage = Static<typeof Usage>
