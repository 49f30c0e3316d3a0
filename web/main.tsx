import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { queryClient } from './api/hooks.ts'
import { App } from './app.tsx'
import { ignoreDoubleClicks } from './parts/double-click.ts'
import { FaultNotice, watchFaults } from './parts/fault-notice.tsx'
import { askBeforeLeaving, LeaveQuestion, watchLeaving } from './parts/unsaved.tsx'
import { SignInDialog } from './shell/sign-in-dialog.tsx'

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
          <SignInDialog />
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  )
