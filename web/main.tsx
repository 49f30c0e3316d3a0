import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { queryClient } from './api/hooks.ts'
import { App } from './app.tsx'
import { ignoreDoubleClicks } from './parts/double-click.ts'
import { FaultNotice, watchFaults } from './parts/fault-notice.tsx'
import { askBeforeLeaving, LeaveQuestion, watchLeaving } from './parts/unsaved.tsx'

/** Loaded after the first screen, so it is available when a session ends and the service is unreachable. */
const loadSignIn = async (): Promise<{
  default: typeof import('./shell/sign-in-dialog.tsx').SignInDialog
}> => {
  try {
    const { SignInDialog } = await import('./shell/sign-in-dialog.tsx')
    return { default: SignInDialog }
  } catch {
    // Retries until the network is back, because a failure here would break the whole app.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return loadSignIn()
  }
}
const RETRY_MS = 5000
const SignInDialog = lazy(loadSignIn)

watchLeaving()
watchFaults()
ignoreDoubleClicks()

const place = document.getElementById('app')
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router base="/app" aroundNav={askBeforeLeaving}>
          <App />
          <LeaveQuestion />
          <FaultNotice />
          <Suspense>
            <SignInDialog />
          </Suspense>
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  )
