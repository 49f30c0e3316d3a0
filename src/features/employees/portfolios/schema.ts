import { type Static, Type } from 'typebox'
import { COMPANY_ROLES } from '../../../database/tables/portfolios.ts'
import { CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'

const PortfolioName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  'x-problem': 'must be 1 to 100 characters, not blank',
})
const CompanyIds = Type.Array(Type.Integer(), {
  maxItems: 10_000,
  uniqueItems: true,
  description: 'The companies of the portfolio: the whole list.',
})

export const PortfolioCreate = component(
  'PortfolioCreate',
  closed(
    { name: PortfolioName, company_ids: Type.Optional(CompanyIds) },
    { examples: [{ name: 'Hospitality', company_ids: [12, 15] }] },
  ),
)
export type PortfolioCreate = Static<typeof PortfolioCreate>

export const PortfolioUpdate = component(
  'PortfolioUpdate',
  closed(
    { name: Type.Optional(PortfolioName), company_ids: Type.Optional(CompanyIds) },
    { examples: [{ company_ids: [12, 15, 18] }] },
  ),
)
export type PortfolioUpdate = Static<typeof PortfolioUpdate>

export const Portfolio = component(
  'Portfolio',
  closed({
    id: Type.Integer(),
    name: Type.String(),
    company_ids: Type.Array(Type.Integer()),
    created_at: Timestamp,
  }),
)
export type Portfolio = Static<typeof Portfolio>

const Role = words(COMPANY_ROLES, {
  description: '`member`: payroll officer. `reader`: reads, changes nothing.',
})

const Deputy = closed(
  {
    user_id: Type.Integer(),
    from_date: CivilDateText,
    to_date: CivilDateText,
  },
  { description: 'A person who also has the role, on these days only.' },
)

const RoleFields = {
  role: Role,
  from_date: Type.Optional({ ...CivilDateText, description: 'The first day. Default today.' }),
  to_date: Type.Optional(nullable(CivilDateText, { description: 'The last day; null: no end.' })),
  deputy: Type.Optional(nullable(Deputy)),
}

const CompanyRoleInput = closed({
  company_id: Type.Optional(nullable(Type.Integer())),
  portfolio_id: Type.Optional(nullable(Type.Integer())),
  ...RoleFields,
})
export type CompanyRoleInput = Static<typeof CompanyRoleInput>

export const PersonAccessUpdate = component(
  'PersonAccessUpdate',
  closed(
    {
      scope: words(['account', 'companies'] as const, {
        description:
          '`account`: the role of the person covers all companies. `companies`: only those in `roles`, each with its own role.',
      }),
      roles: Type.Optional(
        Type.Array(CompanyRoleInput, {
          maxItems: 2000,
          description:
            'The whole list. Each names a company or a portfolio. Only with the scope `companies`.',
        }),
      ),
    },
    {
      examples: [
        {
          scope: 'companies',
          roles: [
            { portfolio_id: 3, role: 'member', from_date: '2026-07-01', to_date: null },
            {
              company_id: 12,
              role: 'reader',
              from_date: '2026-07-01',
              to_date: '2026-12-31',
              deputy: { user_id: 9, from_date: '2026-08-03', to_date: '2026-08-14' },
            },
          ],
        },
      ],
    },
  ),
)
export type PersonAccessUpdate = Static<typeof PersonAccessUpdate>

export const PersonAccess = component(
  'PersonAccess',
  closed({
    user_id: Type.Integer(),
    scope: words(['account', 'companies'] as const),
    role: words(['owner', 'admin', ...COMPANY_ROLES, 'employee'] as const, {
      description: 'The role for the account; with the scope `companies`, the upper limit.',
    }),
    roles: Type.Array(
      closed({
        company_id: nullable(Type.Integer()),
        portfolio_id: nullable(Type.Integer()),
        role: Role,
        from_date: CivilDateText,
        to_date: nullable(CivilDateText),
        deputy: nullable(Deputy),
      }),
    ),
    companies: Type.Array(closed({ id: Type.Integer(), legal_name: Type.String() }), {
      description: 'The names of the companies in `roles`.',
    }),
  }),
)
export type PersonAccess = Static<typeof PersonAccess>

export const ReviewEntry = component(
  'AccessReviewEntry',
  closed({
    user_id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    role: Type.String(),
    via: words(['account', 'company', 'portfolio', 'deputy'] as const, {
      description: '`deputy`: the role is another person’s, on these days.',
    }),
    company_id: nullable(Type.Integer(), { description: 'Null: all companies of the account.' }),
    company: nullable(Type.String()),
    portfolio: nullable(Type.String()),
    from_date: nullable(CivilDateText),
    to_date: nullable(CivilDateText),
    since: Timestamp,
    given_by: nullable(Type.String({ description: 'Who gave the role for the company or portfolio.' })),
    applications: Type.Array(Type.String(), {
      description: 'Applications with the person’s access.',
    }),
  }),
)
export type ReviewEntry = Static<typeof ReviewEntry>
