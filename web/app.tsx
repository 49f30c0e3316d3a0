import { Suspense, useEffect, useState } from 'react'
import { Link, Redirect, Route, Switch, useLocation, useParams } from 'wouter'
import { useShownCompany } from './api/companies.ts'
import { rememberCompany, useSession } from './api/hooks.ts'
import type { Company, Session } from './api/types.ts'
import { CurrentCompany } from './current-company.tsx'
import { ErrorBoundary } from './parts/error-boundary.tsx'
import { lazy } from './parts/lazy.tsx'
import { ErrorNotice, Waiting } from './parts/notice.tsx'
import { Page } from './parts/page.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell/shell.tsx'

const HomePage = lazy(() => import('./home/home-page.tsx').then((m) => ({ default: m.HomePage })))
const HappeningsPage = lazy(() =>
  import('./notes/happenings-page.tsx').then((m) => ({ default: m.HappeningsPage })),
)
const RunsPage = lazy(() => import('./pays/runs-page.tsx').then((m) => ({ default: m.RunsPage })))
const CorrectPage = lazy(() => import('./pays/correct-page.tsx').then((m) => ({ default: m.CorrectPage })))
const CalendarsPage = lazy(() =>
  import('./company/calendars-page.tsx').then((m) => ({ default: m.CalendarsPage })),
)
const RunPage = lazy(() => import('./pays/run-page.tsx').then((m) => ({ default: m.RunPage })))
const PayPage = lazy(() => import('./pays/pay-page.tsx').then((m) => ({ default: m.PayPage })))
const EmployeesPage = lazy(() =>
  import('./employees/employees-page.tsx').then((m) => ({ default: m.EmployeesPage })),
)
const CalendarPage = lazy(() =>
  import('./employees/calendar-page.tsx').then((m) => ({ default: m.CalendarPage })),
)
const ManyPage = lazy(() => import('./employees/many-page.tsx').then((m) => ({ default: m.ManyPage })))
const LeavePage = lazy(() => import('./employees/leave-page.tsx').then((m) => ({ default: m.LeavePage })))
const NewEmployeePage = lazy(() =>
  import('./employees/new-employee-page.tsx').then((m) => ({ default: m.NewEmployeePage })),
)
const EmployeePage = lazy(() =>
  import('./employees/employee-page.tsx').then((m) => ({ default: m.EmployeePage })),
)
const DetailsPage = lazy(() => import('./company/details-page.tsx').then((m) => ({ default: m.DetailsPage })))
const NewCompanyPage = lazy(() =>
  import('./company/new-company-page.tsx').then((m) => ({ default: m.NewCompanyPage })),
)
const AllowancesPage = lazy(() =>
  import('./company/allowances-page.tsx').then((m) => ({ default: m.AllowancesPage })),
)
const PayRatesPage = lazy(() =>
  import('./company/pay-rates-page.tsx').then((m) => ({ default: m.PayRatesPage })),
)
const PayeesPage = lazy(() => import('./company/payees-page.tsx').then((m) => ({ default: m.PayeesPage })))
const EsctRatesPage = lazy(() =>
  import('./reporting/esct-rates-page.tsx').then((m) => ({ default: m.EsctRatesPage })),
)
const HolidaysActPage = lazy(() =>
  import('./reporting/holidays-act-page.tsx').then((m) => ({ default: m.HolidaysActPage })),
)
const ImportPage = lazy(() => import('./company/import-page.tsx').then((m) => ({ default: m.ImportPage })))
const FilePage = lazy(() => import('./reporting/file-page.tsx').then((m) => ({ default: m.FilePage })))
const ProofPage = lazy(() => import('./reporting/proof-page.tsx').then((m) => ({ default: m.ProofPage })))
const ReportingPage = lazy(() =>
  import('./reporting/reporting-page.tsx').then((m) => ({ default: m.ReportingPage })),
)
const YearPage = lazy(() => import('./year/year-page.tsx').then((m) => ({ default: m.YearPage })))
const ReportsPage = lazy(() => import('./reports/reports-page.tsx').then((m) => ({ default: m.ReportsPage })))
const CalculatorsPage = lazy(() =>
  import('./employees/calculators-page.tsx').then((m) => ({ default: m.CalculatorsPage })),
)
const JournalsPage = lazy(() =>
  import('./reports/journals-page.tsx').then((m) => ({ default: m.JournalsPage })),
)
const SubmissionPage = lazy(() =>
  import('./reporting/submission-page.tsx').then((m) => ({ default: m.SubmissionPage })),
)
const ClientsPage = lazy(() => import('./access/clients-page.tsx').then((m) => ({ default: m.ClientsPage })))
const ConnectionsPage = lazy(() =>
  import('./access/connections-page.tsx').then((m) => ({ default: m.ConnectionsPage })),
)
const SandboxPage = lazy(() => import('./access/sandbox-page.tsx').then((m) => ({ default: m.SandboxPage })))
const RequestsLogPage = lazy(() =>
  import('./access/requests-log-page.tsx').then((m) => ({ default: m.RequestsLogPage })),
)
const WebhooksPage = lazy(() =>
  import('./access/webhooks-page.tsx').then((m) => ({ default: m.WebhooksPage })),
)
const WebhookPage = lazy(() => import('./access/webhook-page.tsx').then((m) => ({ default: m.WebhookPage })))
const DeletedCompaniesPage = lazy(() =>
  import('./company/deleted-companies-page.tsx').then((m) => ({ default: m.DeletedCompaniesPage })),
)
const AuditPage = lazy(() => import('./access/audit-page.tsx').then((m) => ({ default: m.AuditPage })))
const BrandingPage = lazy(() =>
  import('./access/branding-page.tsx').then((m) => ({ default: m.BrandingPage })),
)
const OutboxPage = lazy(() => import('./access/outbox-page.tsx').then((m) => ({ default: m.OutboxPage })))

const ApprovalsPage = lazy(() =>
  import('./access/approvals-page.tsx').then((m) => ({ default: m.ApprovalsPage })),
)
const PeoplePage = lazy(() => import('./access/people-page.tsx').then((m) => ({ default: m.PeoplePage })))
const PortfoliosPage = lazy(() =>
  import('./access/portfolios-page.tsx').then((m) => ({ default: m.PortfoliosPage })),
)
const PrivacyPage = lazy(() => import('./access/privacy-page.tsx').then((m) => ({ default: m.PrivacyPage })))
const RequestsPage = lazy(() =>
  import('./access/requests-page.tsx').then((m) => ({ default: m.RequestsPage })),
)
const AccountPage = lazy(() => import('./account/account-page.tsx').then((m) => ({ default: m.AccountPage })))
const ProvePage = lazy(() => import('./account/prove-page.tsx').then((m) => ({ default: m.ProvePage })))
const PartnerPage = lazy(() => import('./partner/partner-page.tsx').then((m) => ({ default: m.PartnerPage })))
const TodayPage = lazy(() => import('./today/today-page.tsx').then((m) => ({ default: m.TodayPage })))
const BulkPage = lazy(() => import('./today/bulk-page.tsx').then((m) => ({ default: m.BulkPage })))
const BulkJobPage = lazy(() => import('./today/bulk-job-page.tsx').then((m) => ({ default: m.BulkJobPage })))
const EnrolScreen = lazy(() => import('./account/enrol-screen.tsx').then((m) => ({ default: m.EnrolScreen })))
const MeApp = lazy(() => import('./me/me-app.tsx').then((m) => ({ default: m.MeApp })))

/** Everything under /app: the session, the company and the screen. */
export function App() {
  const session = useSession()
  const isEmployee = session.data?.role === 'employee'
  // The screen stays after the second factor is turned on, because it shows the recovery codes once.
  const [isEnrolling, setIsEnrolling] = useState(false)
  if (session.data?.must_enrol && !isEnrolling) setIsEnrolling(true)
  // Keeps the loaded session. A later read that fails must not remove the screen and the values typed there.
  if (session.error && !session.data) return <ErrorNotice error={session.error} />
  if (session.data && isEnrolling)
    return (
      <ErrorBoundary>
        <Suspense fallback={<Waiting />}>
          <EnrolScreen session={session.data} onDone={() => setIsEnrolling(false)} />
        </Suspense>
      </ErrorBoundary>
    )
  if (session.data && isEmployee)
    return (
      <ErrorBoundary>
        <Suspense fallback={<Waiting />}>
          <MeApp session={session.data} />
        </Suspense>
      </ErrorBoundary>
    )
  if (!session.data) return <Waiting />
  return <Screens session={session.data} />
}

function Screens({ session }: { session: Session }) {
  const { company: shown, isKnown, error } = useShownCompany(session)
  // While another company loads, the frame keeps the previous one.
  const [company, setCompany] = useState(shown)
  if ((shown || isKnown) && shown !== company) setCompany(shown)
  useEffect(() => {
    // Loaded later, because the first screen does not need the grid's code.
    const stop = import('./pays/draft-stores.ts').then(({ resumeSaving }) => resumeSaving(session.id))
    return () => void stop.then((end) => end())
  }, [session.id])
  // A screen that was open without a company stays while the first company loads, because the screen may have
  // just created that company.
  const [isShown, setIsShown] = useState(isKnown)
  if (isKnown && !isShown) setIsShown(true)
  const [place] = useLocation()
  if (!company && error) return <ErrorNotice error={error} />
  if (!company && !isKnown && !isShown) return <Waiting />
  return (
    <Shell session={session} company={company}>
      <ErrorBoundary place={place}>
        <Suspense fallback={<Waiting />}>
          <Switch>
            <Route path="/companies/:companyId/*?">
              <CompanyScreens session={session} company={company} isKnown={isKnown} />
            </Route>
            <Route path={paths.newCompany} component={NewCompanyPage} />
            <Route path={paths.deletedCompanies} component={DeletedCompaniesPage} />
            <Route path={paths.today} component={TodayPage} />
            <Route path={paths.bulk} component={BulkPage} />
            <Route path={`${paths.bulk}/:jobId`} component={BulkJobPage} />
            <Route path={paths.clients} component={ClientsPage} />
            <Route path={paths.connections} component={ConnectionsPage} />
            <Route path={paths.webhooks} component={WebhooksPage} />
            <Route path={paths.sandbox} component={SandboxPage} />
            <Route path={paths.requestLog} component={RequestsLogPage} />
            <Route path="/api-management/webhooks/:webhookId" component={WebhookPage} />
            <Route path={paths.audit} component={AuditPage} />
            <Route path={paths.people} component={PeoplePage} />
            <Route path={paths.portfolios} component={PortfoliosPage} />
            <Route path={paths.account} component={AccountPage} />
            <Route path="/second-factor">
              <Redirect to={paths.account} replace />
            </Route>
            <Route path="/prove" component={ProvePage} />
            <Route path={paths.partner} component={PartnerPage} />
            <Route path={paths.branding} component={BrandingPage} />
            <Route path={paths.outbox}>
              <OutboxPage isDemo={session.mode !== 'production'} />
            </Route>
            <Route path="/">
              {company ? (
                <Redirect to={paths.home(company.id)} replace />
              ) : (
                isKnown && <Redirect to={paths.newCompany} replace />
              )}
            </Route>
            <Route>
              <NotHere />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}

function CompanyScreens(props: { session: Session; company: Company | undefined; isKnown: boolean }) {
  const { session, isKnown } = props
  const { companyId } = useParams<{ companyId: string }>()
  const company = String(props.company?.id) === companyId ? props.company : undefined
  useEffect(() => {
    if (company && company.id !== session.default_company_id) rememberCompany(company.id)
  }, [company, session.default_company_id])
  if (!company) return isKnown ? <NotHere /> : <Waiting />
  const at = `/companies/${company.id}`
  return (
    <CurrentCompany company={company} today={session.today[company.jurisdiction]} key={company.id}>
      <Switch>
        <Route path={`${at}/pays`} component={RunsPage} />
        <Route path={`${at}/pays/runs/:runId`} component={RunPage} />
        <Route path={`${at}/pays/:payId/correct`} component={CorrectPage} />
        <Route path={`${at}/pays/:payId`} component={PayPage} />
        <Route path={`${at}/employees`} component={EmployeesPage} />
        <Route path={`${at}/employees/leave`} component={LeavePage} />
        <Route path={`${at}/employees/calendar`} component={CalendarPage} />
        <Route path={`${at}/employees/many`} component={ManyPage} />
        <Route path={`${at}/employees/new`} component={NewEmployeePage} />
        <Route path={`${at}/employees/calculators`} component={CalculatorsPage} />
        <Route path={`${at}/employees/:employeeId/:part?`} component={EmployeePage} />
        <Route path={`${at}/happenings`} component={HappeningsPage} />
        <Route path={`${at}/requests`} component={RequestsPage} />
        <Route path={`${at}/requests/privacy`} component={PrivacyPage} />
        <Route path={`${at}/approvals`} component={ApprovalsPage} />
        <Route path={`${at}/company`} component={DetailsPage} />
        <Route path={`${at}/allowances`} component={AllowancesPage} />
        <Route path={`${at}/pay-rates`} component={PayRatesPage} />
        <Route path={`${at}/pay-calendars`} component={CalendarsPage} />
        <Route path={`${at}/payees`} component={PayeesPage} />
        <Route path={`${at}/reports`} component={ReportsPage} />
        <Route path={`${at}/reports/journals`} component={JournalsPage} />
        <Route path={`${at}/import`} component={ImportPage} />
        <Route path={`${at}/year`} component={YearPage} />
        <Route path={`${at}/reporting`} component={ReportingPage} />
        <Route path={`${at}/reporting/esct-rates`} component={EsctRatesPage} />
        <Route path={`${at}/reporting/holidays-act`} component={HolidaysActPage} />
        <Route path={`${at}/reporting/proof`} component={ProofPage} />
        <Route path={`${at}/reporting/bank-files/:fileId`}>
          <FilePage kind="bank" />
        </Route>
        <Route path={`${at}/reporting/super-files/:fileId`}>
          <FilePage kind="super" />
        </Route>
        <Route path={`${at}/reporting/:submissionId`} component={SubmissionPage} />
        <Route path={at} component={HomePage} />
        <Route>
          <NotHere />
        </Route>
      </Switch>
    </CurrentCompany>
  )
}

function NotHere() {
  return (
    <Page title="Not found">
      <p>There is nothing at this address, or you do not have access to it.</p>
      <p>
        <Link href="/">Go to Home</Link>, or press Ctrl+K to find a person, a run or a page.
      </p>
    </Page>
  )
}
