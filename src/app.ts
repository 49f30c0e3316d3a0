import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import { addressRoutes } from './features/addresses/index.ts'
import { allowanceRoutes } from './features/allowances/index.ts'
import { apiAdminRoutes } from './features/api-admin/index.ts'
import { auditRequests, auditRoutes } from './features/audit/index.ts'
import { bankAccountRoutes } from './features/bank-accounts/index.ts'
import { brandingRoutes, logoRoutes } from './features/branding/index.ts'
import { companyRoutes, findCompany, findCompanyWithNames } from './features/companies/index.ts'
import { correctionRoutes } from './features/corrections/index.ts'
import { employeeChangeRoutes, employeeRoutes } from './features/employees/index.ts'
import { employmentTypeRoutes } from './features/employment-types/index.ts'
import { exportRoutes } from './features/exports/index.ts'
import { holidaysActReportRoutes } from './features/holidays-act-report/index.ts'
import { importRoutes } from './features/imports/index.ts'
import { journalRoutes } from './features/journals/index.ts'
import { gatewayControlRoutes } from './features/lodgements/index.ts'
import { mailRoutes } from './features/mail/index.ts'
import { meRoutes } from './features/me/index.ts'
import { docsPage, metaRoutes, metricsPage } from './features/meta/index.ts'
import {
  createCallerFinder,
  metadataRoutes,
  oauthRoutes,
  pageRoutes,
  startAccessListener,
} from './features/oauth/index.ts'
import { obligationRoutes } from './features/obligations/index.ts'
import { openingBalanceRoutes } from './features/opening-balances/index.ts'
import {
  clientBrandingRoutes,
  partnerCheckoutRoutes,
  sessionHandoffRoutes,
} from './features/partner-checkout/index.ts'
import { payCalendarRoutes } from './features/pay-calendars/index.ts'
import { companyPayRateRoutes, employeePayRateRoutes } from './features/pay-rates/index.ts'
import { paydayFilingRoutes } from './features/payday-filing/index.ts'
import { paymentRoutes } from './features/payments/index.ts'
import { payRoutes } from './features/pays/index.ts'
import { payslipRoutes } from './features/payslips/index.ts'
import { peopleRoutes, selfServiceAccessRoutes } from './features/people/index.ts'
import { progressRoutes } from './features/progress/index.ts'
import { reconciliationRoutes } from './features/reconciliation/index.ts'
import { reportRoutes } from './features/reports/index.ts'
import { requestRoutes } from './features/requests/index.ts'
import { runReviewRoutes } from './features/run-review/index.ts'
import { sandboxRoutes } from './features/sandbox/index.ts'
import { singleTouchRoutes } from './features/single-touch/index.ts'
import { standingItemRoutes } from './features/standing-items/index.ts'
import { statementRoutes } from './features/statements/index.ts'
import { superFundRoutes } from './features/super-funds/index.ts'
import { superPaymentRoutes } from './features/super-payments/index.ts'
import { terminationRoutes } from './features/terminations/index.ts'
import { webRoutes } from './features/web/index.ts'
import { webhookRoutes } from './features/webhooks/index.ts'
import { checkAnswers } from './http/check-answers.ts'
import { watchMethods } from './http/methods.ts'
import { DOCUMENT } from './http/openapi.ts'
import { createServer } from './http/server.ts'
import type { App } from './http/types.ts'
import { FORMAT_CHECKS } from './identifiers/index.ts'
import type { Service } from './service.ts'

/** Builds the service out of its parts; the process and the tests build it the same way. */
export async function buildApp(service: Service): Promise<App> {
  const app = createServer(service, {
    findCaller: createCallerFinder(service.database, service.systemClock),
    findCompany: (companyId, answer) =>
      (answer === 'itself' ? findCompanyWithNames : findCompany)(
        service.database.query,
        service.cipher,
        companyId,
      ),
    checks: FORMAT_CHECKS,
  })
  if (service.settings.mode === 'test') checkAnswers(app)
  const listener = startAccessListener(service)
  app.addHook('onReady', () => listener.start())
  app.addHook('onClose', () => listener.stop())
  auditRequests(service, app)
  const answerOthers = watchMethods(app)
  await app.register(cookie, { secret: service.settings.cookieSecret })
  await app.register(swagger, { openapi: { ...DOCUMENT, servers: [{ url: service.settings.publicUrl }] } })

  await metricsPage(service)(app)
  await app.register(docsPage(service))
  const features = [
    metaRoutes(service),
    oauthRoutes(service),
    apiAdminRoutes(service),
    auditRoutes(service),
    peopleRoutes(service),
    selfServiceAccessRoutes(service),
    mailRoutes(service),
    brandingRoutes(service),
    companyRoutes(service),
    allowanceRoutes(service),
    employeeRoutes(service),
    employeeChangeRoutes(service),
    bankAccountRoutes(service),
    superFundRoutes(service),
    standingItemRoutes(service),
    openingBalanceRoutes(service),
    importRoutes(service),
    exportRoutes(service),
    companyPayRateRoutes(service),
    employeePayRateRoutes(service),
    employmentTypeRoutes(service),
    payCalendarRoutes(service),
    payRoutes(service),
    payslipRoutes(service),
    requestRoutes(service),
    meRoutes(service),
    terminationRoutes(service),
    paymentRoutes(service),
    singleTouchRoutes(service),
    paydayFilingRoutes(service),
    superPaymentRoutes(service),
    reconciliationRoutes(service),
    holidaysActReportRoutes(service),
    reportRoutes(service),
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
  ]
  for (const routes of features) await app.register(routes, { prefix: '/api' })
  await app.register(metadataRoutes(service))
  await app.register(pageRoutes(service))
  await app.register(logoRoutes(service))
  await app.register(webRoutes(service))

  answerOthers()
  await app.ready()
  return app
}
