import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '../api/client.ts'
import { plainWords } from '../plain-words.ts'
import { Notice } from './notice.tsx'

/* Errors that no form shows: an exception in a submit handler, or an unhandled promise rejection. */

let fault: string | null = null
const listeners = new Set<() => void>()

function publish(next: string | null): void {
  fault = next
  for (const listener of listeners) listener()
}

/** Not useful to people. The browser just updates the layout in the next frame. */
const HARMLESS = /^ResizeObserver loop/

function show(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  if (HARMLESS.test(message)) return
  publish(
    error instanceof ApiError
      ? plainWords(message)
      : `Something went wrong in the app, and your last action may not have been saved. Try again; if it fails again, report this message: ${message}`,
  )
}

/** Shows every uncaught exception. */
export function watchFaults(): void {
  window.addEventListener('unhandledrejection', ({ reason }) => show(reason))
  window.addEventListener('error', ({ error, message }) => show(error ?? message))
}

/** The exception, above every screen and dialog until it is closed. */
export function FaultNotice() {
  const message = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => fault,
  )
  if (message === null) return null
  // Elements outside a modal dialog cannot be reached, so the message is placed inside the topmost dialog.
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  return createPortal(
    // A new element for each message, because the popover opened last is above open dialogs.
    <div key={message} className="fault" popover="manual" ref={(element) => element?.showPopover()}>
      <Notice kind="problem">
        {message}{' '}
        <button type="button" className="link" onClick={() => publish(null)}>
          Close
        </button>
      </Notice>
    </div>,
    place,
  )
}
