import { Suspense } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Session } from '../api/types.ts'
import { showTimesOf } from '../format.ts'
import { ErrorBoundary } from '../parts/error-boundary.tsx'
import { lazy } from '../parts/lazy.tsx'
import { Notice, Waiting } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'
import { DetailsPage } from './details-page.tsx'
import { LeavePage } from './leave-page.tsx'
import { PayslipsPage } from './payslips-page.tsx'
import type { Me } from './types.ts'

const AccountPage = lazy(() =>
  import('../account/account-page.tsx').then((m) => ({ default: m.AccountPage })),
)

/** The employee's self-service app: payslips, leave, details, account. */
export function MeApp({ session }: { session: Session }) {
  const me = useApi<Me>('/api/me')
  const [location] = useLocation()
  if (me.data) showTimesOf(me.data.country)
  const links = [
    ...(me.data?.sees_payslips ? [['/me/payslips', 'Payslips'] as const] : []),
    ...(me.data ? [['/me/leave', 'Leave'] as const] : []),
    ...(Object.keys(me.data?.details ?? {}).length > 0 ? [['/me/details', 'Details'] as const] : []),
    [paths.account, 'Account'] as const,
  ]
  const first = me.data?.missing.length ? '/me/details' : (links[0]?.[0] ?? paths.account)
  return (
    <div className="shell me">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      {session.brand?.css && <style>{session.brand.css}</style>}
      <header className="bar">
        <span className="brand">{session.brand?.name ?? me.data?.company_name ?? session.customer_name}</span>
        <div className="who">
          <span className="who-name">{session.name}</span>
          <a href="/sign-out">Sign out</a>
        </div>
      </header>
      <nav className="nav" aria-label="Sections">
        {links.map(([to, text]) => (
          <Link key={to} href={to} aria-current={location === to ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      <main id="main" tabIndex={-1}>
        <ErrorBoundary place={location}>
          <Suspense fallback={<Waiting />}>
            {me.error && <Notice kind="problem">{plainWords(me.error.message)}</Notice>}
            {!me.data && !me.error && <Waiting />}
            <Switch>
              <Route path={paths.account} component={AccountPage} />
              {me.data && (
                <Route path="/me/payslips">
                  <PayslipsPage />
                </Route>
              )}
              {me.data && (
                <Route path="/me/leave">
                  <LeavePage me={me.data} />
                </Route>
              )}
              {me.data && (
                <Route path="/me/details">
                  <DetailsPage me={me.data} />
                </Route>
              )}
              {me.data && (
                <Route>
                  <Redirect to={first} replace />
                </Route>
              )}
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}
