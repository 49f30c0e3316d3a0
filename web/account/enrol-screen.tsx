import { useAccount } from '../api/hooks.ts'
import type { Session } from '../api/types.ts'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { nextOf } from './next-path.ts'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

/** Replaces everything else while the account requires a second factor that the person does not have. */
export function EnrolScreen({ session, onDone }: { session: Session; onDone: () => void }) {
  const account = useAccount()
  const isDone = account.data?.has_second_factor === true
  const goOn = () => {
    if (location.pathname === '/app/second-factor') location.assign(nextOf(location.search))
    else onDone()
  }
  return (
    <main className="enrol" id="main">
      {session.brand?.css && <style>{session.brand.css}</style>}
      <Page
        title="Set up two-factor sign-in"
        lead={`${session.customer_name} requires a second factor for your role. Set up one of these two to continue.`}
      >
        {account.data ? (
          <>
            <div className="columns">
              <SecondFactorPanel account={account.data} />
              <PasskeysPanel account={account.data} />
            </div>
            <div className="buttons">
              <button type="button" className="main" disabled={!isDone} onClick={goOn}>
                Continue
              </button>
              <a className="button" href="/sign-out">
                Sign out
              </a>
            </div>
          </>
        ) : account.error ? (
          <ErrorNotice error={account.error} />
        ) : (
          <Waiting />
        )}
      </Page>
    </main>
  )
}
