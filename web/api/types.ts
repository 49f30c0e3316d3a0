import type { CompanyView } from '../../src/features/employer/companies/schema.ts'
// The types of the API, derived from the schemas that the service validates with, so the app cannot drift from them.

import type { Static } from 'typebox'
import type {
  ApplicationUse as ApplicationUseSchema,
  Client as ClientSchema,
  Connection as ConnectionSchema,
  CreatedClient as CreatedClientSchema,
} from '../../src/features/access/api-admin/schema.ts'
import type { PayslipMail as PayslipMailSchema } from '../../src/features/documents/payslips/schema.ts'
import type { AffectedPayView as AffectedPay } from '../../src/features/employees/employees/affected-schema.ts'
import type { EmployeeView } from '../../src/features/employees/employees/schema.ts'
import type { AddressSuggestions as AddressSuggestionsSchema } from '../../src/features/employer/addresses/routes.ts'
import type {
  DryRunView,
  SubmissionListed,
  SubmissionView,
} from '../../src/features/lodgements/lodgements/schema.ts'
import type { BankFileSummary as BankFileSummarySchema } from '../../src/features/money/payments/schema.ts'
import type { Explanation as ExplanationSchema } from '../../src/features/pays/pays/schema/pay.ts'
import type {
  Delivery as DeliverySchema,
  WebhookList as WebhookListSchema,
  Webhook as WebhookSchema,
} from '../../src/features/platform/webhooks/schema.ts'
import type { Journal as JournalSchema } from '../../src/features/reports/journals/schema.ts'
import type {
  ListedReport as ListedReportSchema,
  ReportAnswer as ReportAnswerSchema,
} from '../../src/features/reports/reports/schema.ts'
import type { ImportKindView as ImportKindSchema } from '../../src/features/workflows/imports/schema.ts'

export type { EmployeeChangeView as EmployeeChange } from '../../src/features/employees/employees/change-schema.ts'
export type { EmployeeHistoryEntry } from '../../src/features/employees/employees/history-schema.ts'
export type { EmployeeTermsView as EmployeeTerms } from '../../src/features/employees/employees/term-schema.ts'
export type {
  EmployeePayRateView as EmployeePayRate,
  PayRateGroup,
} from '../../src/features/employees/pay-rates/schema.ts'
export type { CompanyAllowanceView as CompanyAllowance } from '../../src/features/employer/allowances/schema.ts'
export type { PayRunView as PayRun, PayView as Pay } from '../../src/features/pays/pays/schema/pay.ts'
export type { JournalAccount } from '../../src/features/reports/journals/schema.ts'
export type { AffectedPay }
/** The read model. The schema does not distinguish text from decimals, so the app lists the text fields it shows. */
export type Employee = EmployeeView & Record<'first_name' | 'last_name' | 'start_date', string>
export type EmployeeResult = {
  employee?: Employee
  errors: Record<string, string>
  warnings?: string[]
  affected_pays?: AffectedPay[]
}
export type AddressSuggestions = Static<typeof AddressSuggestionsSchema>
export type Explanation = Static<typeof ExplanationSchema>
export type Step = Explanation['steps'][number]
export type Journal = Static<typeof JournalSchema>
export type Client = Static<typeof ClientSchema>
export type CreatedClient = Static<typeof CreatedClientSchema>
export type ApplicationUse = Static<typeof ApplicationUseSchema>
export type Connection = Static<typeof ConnectionSchema>
export type Webhook = Static<typeof WebhookSchema>
export type WebhookList = Static<typeof WebhookListSchema>
export type Delivery = Static<typeof DeliverySchema>

export type { SuperChoiceView as SuperChoice } from '../../src/features/employees/super-funds/choice-schema.ts'
export type { FundSuggestion } from '../../src/features/employees/super-funds/schema.ts'
export type { EsctDecided, EsctRates } from '../../src/features/pays/esct-rates/schema.ts'
export type { LeaveLedger } from '../../src/features/pays/leave-ledger/schema.ts'
export type { ParentalLeavePay } from '../../src/features/pays/parental-leave-pay/schema.ts'
export type { LoggedRequestView } from '../../src/features/platform/request-log/schema.ts'
export type {
  HolidaysActReport,
  HolidaysActSettlement,
} from '../../src/features/reports/holidays-act-report/schema.ts'
export type { ReportViewInput, ReportViewShown } from '../../src/features/reports/report-views/schema.ts'
export type { Happening } from '../../src/features/workflows/happenings/schema.ts'
export type { MentionView, NoteView } from '../../src/features/workflows/notes/schema.ts'
export type ImportKind = Static<typeof ImportKindSchema>
export type { PayslipMails } from '../../src/features/documents/payslips/schema.ts'
export type {
  PersonAccess,
  Portfolio,
  ReviewEntry as AccessReviewEntry,
} from '../../src/features/employees/portfolios/schema.ts'
export type {
  PayCalendarView as PayCalendar,
  UpcomingRun,
} from '../../src/features/employer/pay-calendars/schema.ts'
export type { Obligation } from '../../src/features/lodgements/obligations/schema.ts'
export type { PayeeView as Payee } from '../../src/features/money/payments/ledger-schema.ts'
export type { FileLine, FileView as BankFile } from '../../src/features/money/payments/schema.ts'
export type { Proof } from '../../src/features/money/reconciliation/proof-schema.ts'
export type { Reconciliation } from '../../src/features/money/reconciliation/schema.ts'
export type {
  Contribution as SuperContribution,
  SuperFileView as SuperFile,
} from '../../src/features/money/super-payments/schema.ts'
export type { OpeningBalances } from '../../src/features/pays/opening-balances/schema.ts'
export type { Job } from '../../src/features/platform/progress/schema.ts'
export type { CorrectionPreview } from '../../src/features/workflows/corrections/schema.ts'
export type { PastImport, UndoneImport } from '../../src/features/workflows/imports/record-schema.ts'
export type { ImportResult } from '../../src/features/workflows/imports/schema.ts'
export type { PrivacyRequestView as PrivacyRequest } from '../../src/features/workflows/privacy-requests/schema.ts'
export type {
  CompanyReadiness,
  FindingGroup,
  RunComparison,
  RunFinding,
  RunReadiness,
  RunStages,
} from '../../src/features/workflows/run-review/schema.ts'
export type PayslipMail = Static<typeof PayslipMailSchema>
export type ListedReport = Static<typeof ListedReportSchema>
export type ReportAnswer = Static<typeof ReportAnswerSchema>
export type BankFileSummary = Static<typeof BankFileSummarySchema>
export type ReportDryRun = DryRunView
export type Submission = SubmissionListed
export type SubmissionDetail = SubmissionView

export type {
  AllowanceCategory,
  DeductionClass,
  LeaveType,
  TaxMethod,
} from '../../src/payroll/words.ts'
/** A company in one of the countries that the app has forms for. */
export type Company = Omit<CompanyView, 'jurisdiction'> & { jurisdiction: Jurisdiction }

export type Jurisdiction = 'AU' | 'NZ'
export type Country = Jurisdiction

/** The role of a person: docs/roles.md. `member` is shown as payroll officer. */
export type Role = 'owner' | 'admin' | 'member' | 'reader' | 'employee'

/** The signed-in person, as the app's backend reports them. */
export type Session = {
  /** Identifies the person in the header of each request. */
  person: string
  id: number
  name: string
  email: string
  role: Role
  customer_name: string
  is_api_admin: boolean
  is_reseller: boolean
  is_sandbox: boolean
  has_second_factor: boolean
  /** The account requires a second factor that the person does not have yet. */
  must_enrol: boolean
  default_company_id: number | null
  mode: 'demo' | 'test' | 'production'
  brand: { name: string | null; logo: string | null; css: string } | null
  /** The partner who opened this session, and when it ends. */
  opened_by: { name: string; until: string } | null
  today: Record<Jurisdiction, string>
}

export type Branding = {
  name: string | null
  primary_colour: string | null
  accent_colour: string | null
  logo_url: string | null
  sign_in_url: string | null
}

export type AuditEntry = {
  id: number
  at: string
  user_email: string | null
  user_name: string | null
  client_id: string | null
  action: string
  target: string | null
  outcome: number
  ip: string | null
  changes: AuditChange[]
}

type AuditValue = string | number | boolean | null
/** A changed record: its fields before and after. */
export type AuditChange = { about: string; fields: Record<string, [AuditValue, AuditValue]> }

export type Person = {
  id: number
  name: string
  email: string
  role: Role
  employee_id: number | null
  has_second_factor: boolean
  last_seen_at: string | null
  is_self: boolean
}
export type Invitation = {
  id: number
  email: string
  name: string
  role: Role
  invited_by: string
  expires_at: string
  is_expired: boolean
}

/** A request from an employee. */
export type EmployeeRequest = {
  id: number
  kind: 'leave' | 'details' | 'bank' | 'tax' | 'super'
  state: 'open' | 'approved' | 'declined' | 'withdrawn'
  employee_id: number
  employee_name: string
  leave: {
    name: string
    start_date: string
    end_date: string
    hours: number
    balance_hours: number | null
    balance_on_day?: number | null
    balance_after?: number | null
    others_away?: string[]
    days: { date: string; hours: number; pay_id: number | null }[]
  } | null
  fields: Record<string, { before: AuditValue; after: AuditValue }> | null
  message: string | null
  answer: string | null
  created_at: string
  decided_at: string | null
  decided_by: string | null
  warnings?: string[]
}

export type Mail = {
  id: number
  to_address: string
  subject: string
  state: 'queued' | 'sending' | 'sent' | 'failed'
  transport: 'smtp' | 'outbox' | null
  attempts: number
  next_attempt_at: string | null
  error: string | null
  attachments: string[]
  created_at: string
  sent_at: string | null
  /** Only in demo mode. */
  text?: string
}

/** A passkey of the person. */
export type Passkey = { id: number; name: string; created_at: string; last_used_at: string | null }

/** The account of the signed-in person, as the app's backend reports it. */
export type Account = {
  name: string
  email: string
  role: Role
  customer_name: string
  has_second_factor: boolean
  /** Whether codes from an authenticator app are turned on. */
  has_codes: boolean
  has_password: boolean
  is_factor_required: boolean
  passkeys: Passkey[]
  recovery_codes_left: number
  plan: {
    name: string | null
    state: 'trial' | 'active' | 'lapsed' | 'cancelled'
    paid_through: string | null
    days_left: number | null
    employee_cap: number
    employees: number
  } | null
  sessions: {
    id: number
    ip: string | null
    /** The browser and system in words. */
    device: string
    created_at: string
    last_seen_at: string | null
    opened_by: string | null
    is_current: boolean
  }[]
}

/** A property in the JSON Schema that the API publishes. */
export type FieldSchema = {
  type?: string | string[]
  enum?: (string | null)[]
  format?: string
  description?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}
export type ObjectSchema = { properties: Record<string, FieldSchema>; required?: string[] }
