import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import type { FastifyRequest } from 'fastify'
import { findInAnyCell } from './database/each-cell.ts'
import { transactionHooks } from './database/transaction-hooks.ts'
import { webhooksSection } from './events/openapi.ts'
import { apiAdminRoutes } from './features/access/api-admin/routes.ts'
import { organisationSignInRoutes } from './features/access/identity-provider/routes.ts'
import { createCallerFinder, sendErrorPage, startAccessListener } from './features/access/oauth/index.ts'
import { metadataRoutes } from './features/access/oauth/metadata-routes.ts'
import { pageRoutes } from './features/access/oauth/page-routes.ts'
import { oauthRoutes } from './features/access/oauth/routes.ts'
import { sandboxRoutes } from './features/access/sandbox/routes.ts'
import { webRoutes } from './features/access/web/routes.ts'
import { payslipRoutes } from './features/documents/payslips/routes.ts'
import { statementRoutes } from './features/documents/statements/routes.ts'
import { bankAccountRoutes } from './features/employees/bank-accounts/routes.ts'
import { employeeChangeRoutes } from './features/employees/employees/change-routes.ts'
import { findEmployer } from './features/employees/employees/index.ts'
import { employeeRoutes } from './features/employees/employees/routes.ts'
import { employeePayRateRoutes } from './features/employees/pay-rates/employee-routes.ts'
import { companyPayRateRoutes } from './features/employees/pay-rates/routes.ts'
import {
  manyInvitationsRoutes,
  selfServiceAccessRoutes,
} from './features/employees/people/employee-routes.ts'
import { peopleRoutes } from './features/employees/people/routes.ts'
import { portfolioRoutes } from './features/employees/portfolios/routes.ts'
import {
  calendarFeedPage,
  calendarFeedRoutes,
  calendarRoutes,
} from './features/employees/requests/calendar-routes.ts'
import { requestRoutes } from './features/employees/requests/routes.ts'
import { revealRoutes } from './features/employees/reveals/routes.ts'
import { scimRoutes } from './features/employees/scim/routes.ts'
import { standingItemRoutes } from './features/employees/standing-items/routes.ts'
import { superFundRoutes } from './features/employees/super-funds/routes.ts'
import { addressRoutes } from './features/employer/addresses/routes.ts'
import { allowanceRoutes } from './features/employer/allowances/routes.ts'
import {
  findCompany,
  findCompanyEvenDeleted,
  findCompanyWithNames,
} from './features/employer/companies/index.ts'
import { companyRoutes } from './features/employer/companies/routes.ts'
import { companyRulesRoutes } from './features/employer/company-rules/routes.ts'
import { employmentTypeRoutes } from './features/employer/employment-types/routes.ts'
import { clientBrandingRoutes } from './features/employer/partner-checkout/branding-routes.ts'
import { sessionHandoffRoutes } from './features/employer/partner-checkout/handoff-routes.ts'
import { partnerCheckoutRoutes } from './features/employer/partner-checkout/routes.ts'
import { payCalendarRoutes } from './features/employer/pay-calendars/routes.ts'
import { gatewayControlRoutes } from './features/lodgements/lodgements/control-routes.ts'
import { listObligations } from './features/lodgements/obligations/index.ts'
import { obligationRoutes } from './features/lodgements/obligations/routes.ts'
import { paydayFilingRoutes } from './features/lodgements/payday-filing/routes.ts'
import { singleTouchRoutes } from './features/lodgements/single-touch/routes.ts'
import { paymentRoutes } from './features/money/payments/routes.ts'
import { reconciliationRoutes } from './features/money/reconciliation/routes.ts'
import { superPaymentRoutes } from './features/money/super-payments/routes.ts'
import { backPayRoutes } from './features/pays/back-pay/routes.ts'
import { entitlementRoutes } from './features/pays/entitlements/routes.ts'
import { esctRatesRoutes } from './features/pays/esct-rates/routes.ts'
import { leaveLedgerRoutes } from './features/pays/leave-ledger/routes.ts'
import { openingBalanceRoutes } from './features/pays/opening-balances/routes.ts'
import { parentalLeavePayRoutes } from './features/pays/parental-leave-pay/routes.ts'
import { payEffects } from './features/pays/pays/index.ts'
import { payRoutes } from './features/pays/pays/routes.ts'
import { runRoutes } from './features/pays/pays/run-routes.ts'
import { terminationRoutes } from './features/pays/terminations/routes.ts'
import { answerWaiting } from './features/platform/approvals/index.ts'
import { approvalRoutes } from './features/platform/approvals/routes.ts'
import { auditRequests } from './features/platform/audit/index.ts'
import { auditRoutes } from './features/platform/audit/routes.ts'
import { brandingRoutes, logoRoutes } from './features/platform/branding/routes.ts'
import { lawRoutes } from './features/platform/law/routes.ts'
import { mailRoutes } from './features/platform/mail/routes.ts'
import { docsPage, docsSite, metricsPage, RELEASE } from './features/platform/meta/index.ts'
import { metaRoutes } from './features/platform/meta/routes.ts'
import { securityTextRoutes } from './features/platform/meta/security-txt.ts'
import { progressRoutes } from './features/platform/progress/routes.ts'
import { logRequests } from './features/platform/request-log/index.ts'
import { requestLogRoutes } from './features/platform/request-log/routes.ts'
import { webhookRoutes } from './features/platform/webhooks/routes.ts'
import { holidaysActReportRoutes } from './features/reports/holidays-act-report/routes.ts'
import { journalRoutes } from './features/reports/journals/routes.ts'
import { reportViewRoutes } from './features/reports/report-views/routes.ts'
import { reportRoutes } from './features/reports/reports/routes.ts'
import { bulkJobRoutes } from './features/workflows/bulk-jobs/routes.ts'
import { correctionRoutes } from './features/workflows/corrections/routes.ts'
import { exportRoutes } from './features/workflows/exports/routes.ts'
import { happeningRoutes } from './features/workflows/happenings/routes.ts'
import { importRoutes } from './features/workflows/imports/routes.ts'
import { meRoutes } from './features/workflows/me/routes.ts'
import { mentionRoutes, noteRoutes } from './features/workflows/notes/routes.ts'
import { privacyRequestRoutes } from './features/workflows/privacy-requests/routes.ts'
import { runReviewRoutes } from './features/workflows/run-review/routes.ts'
import { workRoutes } from './features/workflows/work-list/routes.ts'
import type { CompanyAnswer } from './http/access.ts'
import { checkAnswers } from './http/check-answers.ts'
import { compressAnswers } from './http/compress.ts'
import { writeError } from './http/errors.ts'
import { watchMethods } from './http/methods.ts'
import { DOCUMENT } from './http/openapi.ts'
import { findSender } from './http/send-as.ts'
import { createServer } from './http/server.ts'
import type { App } from './http/types.ts'
import { FORMAT_CHECKS } from './identifiers/index.ts'
import { neededApproval } from './kernel/needs-approval.ts'
import type { Service } from './service.ts'

/** True when a person opened the address in a browser. Programs use paths under /api. */
function isForBrowser({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
}

function companyFinderFor(answer: CompanyAnswer) {
  if (answer === 'itself') return findCompanyWithNames
  return answer === 'deleted' ? findCompanyEvenDeleted : findCompany
}

/** Wires up the app. The process and the tests both build it here. */
export async function buildApp(service: Service): Promise<App> {
  const findByToken = createCallerFinder(service.database, service.systemClock)
  const app = createServer(service, {
    findCaller: async (token) => findSender(token) ?? findByToken(token),
    findCompany: (companyId, answer) =>
      findInAnyCell(service.database, () =>
        companyFinderFor(answer)(service.database.query, service.cipher, companyId),
      ),
    findEmployer: (customerId, employeeId) => findEmployer(service.database.query, customerId, employeeId),
    checks: FORMAT_CHECKS,
    answerError: (error, request, reply) => {
      if (request.is404 && isForBrowser(request))
        return sendErrorPage(
          reply,
          404,
          'Not found',
          'There is nothing at this address. Open the app at /app.',
        )
      const needed = neededApproval(error)
      return needed ? answerWaiting(service, needed, request, reply) : writeError(error, request, reply)
    },
  })
  if (service.settings.mode === 'test') checkAnswers(app)
  const listener = startAccessListener(service)
  app.addHook('onReady', () => listener.start())
  app.addHook('onClose', () => listener.stop())
  app.addHook('onClose', () => service.workers.close())
  auditRequests(service, app)
  logRequests(service, app)
  compressAnswers(app)
  const answerOthers = watchMethods(app)
  await app.register(cookie, { secret: service.settings.cookieSecret })
  const info = { ...DOCUMENT.info, 'x-release': RELEASE }
  const servers = [{ url: service.settings.publicUrl }]
  await app.register(swagger, {
    openapi: { ...DOCUMENT, info, servers, webhooks: webhooksSection() },
  })

  await metricsPage(service)(app)
  await app.register(docsPage(service))
  await app.register(docsSite())
  const features = [
    metaRoutes(service),
    lawRoutes(service),
    oauthRoutes(service),
    apiAdminRoutes(service),
    requestLogRoutes(service),
    auditRoutes(service),
    approvalRoutes(service),
    peopleRoutes(service),
    portfolioRoutes(service),
    selfServiceAccessRoutes(service),
    manyInvitationsRoutes(service),
    mailRoutes(service),
    brandingRoutes(service),
    companyRoutes(service, (company) =>
      // Outside the transaction hooks: the deleting transaction writes the audit entry, not this read.
      transactionHooks.exit(() => listObligations(service, company, {})),
    ),
    companyRulesRoutes(service),
    revealRoutes(service),
    allowanceRoutes(service),
    employeeRoutes(service, payEffects),
    employeeChangeRoutes(service, payEffects),
    bankAccountRoutes(service),
    superFundRoutes(service),
    standingItemRoutes(service, payEffects),
    openingBalanceRoutes(service),
    importRoutes(service),
    exportRoutes(service),
    companyPayRateRoutes(service),
    employeePayRateRoutes(service),
    employmentTypeRoutes(service),
    payCalendarRoutes(service),
    payRoutes(service),
    runRoutes(service),
    backPayRoutes(service),
    entitlementRoutes(service),
    parentalLeavePayRoutes(service),
    esctRatesRoutes(service),
    leaveLedgerRoutes(service),
    payslipRoutes(service),
    requestRoutes(service),
    privacyRequestRoutes(service),
    calendarRoutes(service),
    calendarFeedRoutes(service),
    meRoutes(service),
    terminationRoutes(service),
    paymentRoutes(service),
    singleTouchRoutes(service),
    paydayFilingRoutes(service),
    superPaymentRoutes(service),
    reconciliationRoutes(service),
    holidaysActReportRoutes(service),
    reportRoutes(service),
    reportViewRoutes(service),
    journalRoutes(service),
    statementRoutes(service),
    runReviewRoutes(service),
    progressRoutes(service),
    correctionRoutes(service),
    obligationRoutes(service),
    gatewayControlRoutes(service),
    addressRoutes(service),
    partnerCheckoutRoutes(service),
    clientBrandingRoutes(service),
    sessionHandoffRoutes(service),
    webhookRoutes(service),
    sandboxRoutes(service),
    workRoutes(service),
    noteRoutes(service),
    mentionRoutes(service),
    happeningRoutes(service),
    bulkJobRoutes(service),
  ]
  for (const routes of features) await app.register(routes, { prefix: '/api' })
  await app.register(metadataRoutes(service))
  await app.register(securityTextRoutes(service))
  await app.register(pageRoutes(service, [organisationSignInRoutes(service)]))
  await app.register(scimRoutes(service))
  await app.register(calendarFeedPage(service))
  await app.register(logoRoutes(service))
  await app.register(webRoutes(service))

  answerOthers()
  await app.ready()
  return app
}
