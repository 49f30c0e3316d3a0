import { useState } from 'react'
import { provedAgain } from '../api/signed-in.ts'
import { Page } from '../parts/page.tsx'
import { nextOf } from './next-path.ts'

/** Asks for the password or second factor before a page of the service that gives someone else access. */
export function ProvePage() {
  const [isBusy, setIsBusy] = useState(false)
  const prove = async () => {
    setIsBusy(true)
    if (await provedAgain()) location.assign(nextOf(location.search))
    else setIsBusy(false)
  }
  return (
    <Page
      title="Confirm that it is you"
      lead="You are about to give an application or a partner access. Your account asks for your password or second factor first."
    >
      <div className="buttons">
        <button type="button" className="main" disabled={isBusy} onClick={prove}>
          Continue
        </button>
        <a className="button" href="/app">
          Cancel
        </a>
      </div>
    </Page>
  )
}
