import type {
  AllowanceDescriptionsTable,
  CompanyAllowanceEmployeesTable,
  CompanyAllowancesTable,
} from './allowances.ts'
import type { BrandingTable, BrandingVersionsTable, OwnAddressesTable } from './branding.ts'
import type { BulkJobsTable, BulkRunsTable } from './bulk-jobs.ts'
import type { CompaniesTable } from './companies.ts'
import type { CompanyJobsTable } from './company-jobs.ts'
import type {
  CellMigrationsTable,
  CellsTable,
  CustomersTable,
  InvitationsTable,
  ProductsTable,
  UsersTable,
} from './customers.ts'
import type { EmployeeHistoryTable } from './employee-history.ts'
import type { CalendarFeedsTable, EmployeeRequestsTable, LeaveRequestDaysTable } from './employee-requests.ts'
import type { EmployeeTermsTable } from './employee-terms.ts'
import type { EmployeeBankAccountsTable, EmployeeSuperFundsTable, EmployeesTable } from './employees.ts'
import type { EmploymentOptionsTable } from './employment-types.ts'
import type { EmploymentsTable } from './employments.ts'
import type { EsctDecisionsTable } from './esct.ts'
import type { IdentityDomainsTable, IdentityProvidersTable, ScimTokensTable } from './identity.ts'
import type { ImportColumnsTable, ImportPaysTable, ImportRowsTable, ImportsTable } from './imports.ts'
import type {
  AccountingConnectionsTable,
  JournalAccountsTable,
  JournalLinesTable,
  JournalsTable,
} from './journals.ts'
import type { LawBundlesTable, LawNoticesTable } from './law-bundles.ts'
import type { OutboxAttachmentsTable, OutboxTable, PayslipMailsTable } from './mail.ts'
import type { NoteMentionsTable, NotesTable } from './notes.ts'
import type {
  OauthClientsTable,
  OauthCodesTable,
  OauthGrantsTable,
  OauthTokensTable,
  SigningKeysTable,
  UsedAssertionsTable,
} from './oauth.ts'
import type { OpeningBalancesTable } from './opening-balances.ts'
import type { AuditLogTable, LimitRaisesTable, RateBucketsTable, SealingKeysTable } from './operations.ts'
import type { ParentalLeaveInstalmentsTable } from './parental-leave.ts'
import type {
  PartnerClientsTable,
  PartnerOrdersTable,
  PartnerTrialsTable,
  UsageReportsTable,
} from './partner-checkout.ts'
import type { PayCalendarsTable } from './pay-calendars.ts'
import type {
  AwardsTable,
  CompanyPayRatesTable,
  EmployeePayRatesTable,
  PayRateEmployeesTable,
  PayRateGroupsTable,
} from './pay-rates.ts'
import type {
  PayeeRedirectsTable,
  PayeesTable,
  PaymentFilesTable,
  PaymentLinesTable,
  PaymentRedirectsTable,
  SettlementsTable,
} from './payments.ts'
import type {
  IdempotencyKeysTable,
  LeaveMovementsTable,
  PayEditorsTable,
  PayLinesTable,
  PayRunsTable,
  PaysTable,
  RunMarksTable,
  TerminationsTable,
} from './pays.ts'
import type { CompanyRolesTable, PortfolioCompaniesTable, PortfoliosTable } from './portfolios.ts'
import type { PrivacyRequestsTable } from './privacy-requests.ts'
import type { ReportDeliveriesTable, ReportViewsTable } from './report-views.ts'
import type {
  FormerIdentitiesTable,
  GatewayBehavioursTable,
  GatewayMessagesTable,
  OfficePaymentsTable,
  PaydayChangesTable,
  PaydayDetailsTable,
  PaydayLinesTable,
  PaydaysTable,
  ReportedPaysTable,
  StpBeneficiariesTable,
  StpPayeesTable,
  StpPayeeYearsTable,
  StpSystemsTable,
  SubmissionPayeesTable,
  SubmissionPaysTable,
  SubmissionsTable,
} from './reporting.ts'
import type { RequestLogTable } from './request-log.ts'
import type { SandboxesTable } from './sandboxes.ts'
import type {
  PasswordLinksTable,
  RecoveryCodesTable,
  SessionHandoffsTable,
  SessionsTable,
  SignInTriesTable,
} from './sessions.ts'
import type {
  KnownDevicesTable,
  PasskeyChallengesTable,
  PasskeysTable,
  SignInPoliciesTable,
} from './sign-in.ts'
import type { FundRegistryTable, SnapshotsTable } from './snapshots.ts'
import type { StandingItemsTable } from './standing-items.ts'
import type { SuperChoicesTable, SuperFundStartsTable } from './super-choices.ts'
import type { SuperFilesTable } from './super-files.ts'
import type { AccountHoldsTable, ApprovalsTable, CompanyRulesTable } from './trust.ts'
import type { RunChangesTable, UnusualReportsTable } from './unusual.ts'
import type { WebhookDeliveriesTable, WebhookEndpointsTable, WebhookPayloadsTable } from './webhooks.ts'
import type { WorkNotesTable } from './work.ts'

/** Every table by name. The row types of each subject are in a separate file. */
export type Tables = {
  products: ProductsTable
  customers: CustomersTable
  cells: CellsTable
  cell_migrations: CellMigrationsTable
  sandboxes: SandboxesTable
  users: UsersTable
  invitations: InvitationsTable
  portfolios: PortfoliosTable
  portfolio_companies: PortfolioCompaniesTable
  company_roles: CompanyRolesTable
  calendar_feeds: CalendarFeedsTable
  work_notes: WorkNotesTable
  report_views: ReportViewsTable
  request_log: RequestLogTable
  notes: NotesTable
  note_mentions: NoteMentionsTable
  report_deliveries: ReportDeliveriesTable
  oauth_clients: OauthClientsTable
  oauth_grants: OauthGrantsTable
  oauth_tokens: OauthTokensTable
  oauth_codes: OauthCodesTable
  signing_keys: SigningKeysTable
  used_assertions: UsedAssertionsTable
  sessions: SessionsTable
  session_handoffs: SessionHandoffsTable
  password_links: PasswordLinksTable
  recovery_codes: RecoveryCodesTable
  sign_in_policies: SignInPoliciesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  known_devices: KnownDevicesTable
  sign_in_tries: SignInTriesTable
  branding: BrandingTable
  branding_versions: BrandingVersionsTable
  own_addresses: OwnAddressesTable
  bulk_jobs: BulkJobsTable
  bulk_runs: BulkRunsTable
  outbox: OutboxTable
  outbox_attachments: OutboxAttachmentsTable
  payslip_mails: PayslipMailsTable
  companies: CompaniesTable
  company_rules: CompanyRulesTable
  approvals: ApprovalsTable
  account_holds: AccountHoldsTable
  identity_providers: IdentityProvidersTable
  identity_domains: IdentityDomainsTable
  scim_tokens: ScimTokensTable
  unusual_reports: UnusualReportsTable
  run_changes: RunChangesTable
  company_allowances: CompanyAllowancesTable
  company_allowance_employees: CompanyAllowanceEmployeesTable
  allowance_descriptions: AllowanceDescriptionsTable
  awards: AwardsTable
  pay_rate_groups: PayRateGroupsTable
  company_pay_rates: CompanyPayRatesTable
  pay_rate_employees: PayRateEmployeesTable
  employee_pay_rates: EmployeePayRatesTable
  employment_types: EmploymentOptionsTable
  employment_tenures: EmploymentOptionsTable
  employees: EmployeesTable
  employee_terms: EmployeeTermsTable
  employments: EmploymentsTable
  esct_decisions: EsctDecisionsTable
  employee_requests: EmployeeRequestsTable
  leave_request_days: LeaveRequestDaysTable
  employee_history: EmployeeHistoryTable
  employee_bank_accounts: EmployeeBankAccountsTable
  employee_super_funds: EmployeeSuperFundsTable
  parental_leave_instalments: ParentalLeaveInstalmentsTable
  standing_items: StandingItemsTable
  super_choices: SuperChoicesTable
  super_fund_starts: SuperFundStartsTable
  opening_balances: OpeningBalancesTable
  import_columns: ImportColumnsTable
  import_pays: ImportPaysTable
  import_rows: ImportRowsTable
  imports: ImportsTable
  snapshots: SnapshotsTable
  fund_registry: FundRegistryTable
  pay_calendars: PayCalendarsTable
  pay_runs: PayRunsTable
  pays: PaysTable
  pay_lines: PayLinesTable
  leave_movements: LeaveMovementsTable
  company_jobs: CompanyJobsTable
  run_marks: RunMarksTable
  pay_editors: PayEditorsTable
  terminations: TerminationsTable
  idempotency_keys: IdempotencyKeysTable
  submissions: SubmissionsTable
  former_identities: FormerIdentitiesTable
  reported_pays: ReportedPaysTable
  submission_pays: SubmissionPaysTable
  submission_payees: SubmissionPayeesTable
  stp_systems: StpSystemsTable
  stp_payees: StpPayeesTable
  stp_payee_years: StpPayeeYearsTable
  stp_beneficiaries: StpBeneficiariesTable
  payday_lines: PaydayLinesTable
  payday_details: PaydayDetailsTable
  paydays: PaydaysTable
  office_payments: OfficePaymentsTable
  payday_changes: PaydayChangesTable
  gateway_messages: GatewayMessagesTable
  gateway_behaviours: GatewayBehavioursTable
  super_files: SuperFilesTable
  payees: PayeesTable
  payment_files: PaymentFilesTable
  payment_lines: PaymentLinesTable
  payee_redirects: PayeeRedirectsTable
  privacy_requests: PrivacyRequestsTable
  payment_redirects: PaymentRedirectsTable
  settlements: SettlementsTable
  journal_accounts: JournalAccountsTable
  journals: JournalsTable
  journal_lines: JournalLinesTable
  accounting_connections: AccountingConnectionsTable
  rate_buckets: RateBucketsTable
  limit_raises: LimitRaisesTable
  audit_log: AuditLogTable
  law_bundles: LawBundlesTable
  law_notices: LawNoticesTable
  sealing_keys: SealingKeysTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_payloads: WebhookPayloadsTable
  partner_clients: PartnerClientsTable
  partner_trials: PartnerTrialsTable
  usage_reports: UsageReportsTable
  partner_orders: PartnerOrdersTable
}
