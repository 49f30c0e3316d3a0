import { type Static, Type } from 'typebox'
import { closed, component, nullable, words } from '../../../http/schema.ts'

const MEMBERS = {
  masks_numbers: Type.Boolean({
    description: 'Applications see tax and bank account numbers masked. Default false.',
  }),
  approve_runs: words(['off', 'always', 'above'] as const, {
    description:
      'Processing pays needs two people: never, always, or when the company pays out more than `approve_runs_above` on that day.',
  }),
  approve_runs_above: nullable(
    Type.Number({ minimum: 0, maximum: 999_999_999, description: 'Dollars. Only with `above`.' }),
  ),
  approve_accounts: Type.Boolean({
    description:
      'These need two people: a changed bank account of the company or an employee, a changed split, pay method or fund of an employee, and a new payee.',
  }),
  approve_files: Type.Boolean({ description: 'A bank file or contribution file needs two people.' }),
  hold_accounts: Type.Boolean({
    description:
      'Money for a bank account or super fund that one person changed is held back for a day, and its owner is notified. So are deductions that go to a payee or reference for the first time. No hold applies if two people approved the change.',
  }),
  approver_ids: nullable(
    Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: 50,
      description: 'The people who approve for this company. Null: every owner and admin.',
    }),
  ),
}

const examples = [
  {
    masks_numbers: false,
    approve_runs: 'above',
    approve_runs_above: 50_000,
    approve_accounts: true,
    approve_files: true,
    hold_accounts: true,
    approver_ids: null,
  },
]

export const CompanyRules = component('CompanyRules', closed(MEMBERS, { examples }))
export type CompanyRules = Static<typeof CompanyRules>

export const CompanyRulesChange = component(
  'CompanyRulesChange',
  Type.Partial(
    closed({
      ...MEMBERS,
      for_companies_without_rules: Type.Boolean({
        description:
          'True: rules that need two people also apply to the account’s companies that have no rules yet. By default those stay as they are.',
      }),
    }),
    { additionalProperties: false, examples },
  ),
)
