import type { LimitClass } from './limits.ts'

/** What the routes of one feature share: their group in the OpenAPI document, and their rate limit unless it is the default one. */
export type FeatureRoutes = { tag: string; limit?: LimitClass }

/** By the folder of the feature. `openapi-tags.ts` describes the groups. */
export const FEATURES = {
  addresses: { tag: 'Addresses' },
  allowances: { tag: 'Company allowances' },
  'api-admin': { tag: 'API management' },
  audit: { tag: 'Audit log' },
  'back-pay': { tag: 'Pays', limit: 'pays' },
  'bank-accounts': { tag: 'Bank accounts' },
  branding: { tag: 'Branding' },
  companies: { tag: 'Companies' },
  corrections: { tag: 'Pays', limit: 'pays' },
  employees: { tag: 'Employees' },
  'employment-types': { tag: 'Employment types' },
  exports: { tag: 'Exports', limit: 'pays' },
  'holidays-act-report': { tag: 'Reporting', limit: 'pays' },
  imports: { tag: 'Imports' },
  journals: { tag: 'Journals' },
  'leave-ledger': { tag: 'Employees', limit: 'pays' },
  lodgements: { tag: 'Reporting' },
  mail: { tag: 'Outbox' },
  me: { tag: 'Self-service' },
  meta: { tag: 'Service', limit: 'none' },
  oauth: { tag: 'OAuth', limit: 'lookup' },
  obligations: { tag: 'Reporting' },
  'opening-balances': { tag: 'Opening balances' },
  'partner-checkout': { tag: 'Partner checkout' },
  'pay-calendars': { tag: 'Pay calendars' },
  'pay-rates': { tag: 'Pay rates' },
  'payday-filing': { tag: 'Payday filing' },
  payments: { tag: 'Payments', limit: 'pays' },
  pays: { tag: 'Pays', limit: 'pays' },
  payslips: { tag: 'Pays', limit: 'pays' },
  people: { tag: 'People' },
  progress: { tag: 'Pays' },
  reconciliation: { tag: 'Payments', limit: 'pays' },
  reports: { tag: 'Reports' },
  requests: { tag: 'Self-service' },
  'run-review': { tag: 'Pays' },
  sandbox: { tag: 'Sandbox' },
  'single-touch': { tag: 'Single Touch Payroll' },
  'standing-items': { tag: 'Standing items' },
  statements: { tag: 'Reports' },
  'super-funds': { tag: 'Super funds' },
  'super-payments': { tag: 'Super payments' },
  terminations: { tag: 'Terminations', limit: 'termination' },
  webhooks: { tag: 'Webhooks' },
} as const satisfies Record<string, FeatureRoutes>

export type FeatureName = keyof typeof FEATURES
