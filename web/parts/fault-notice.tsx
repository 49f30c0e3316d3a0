import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '../api/client.ts'
import { Notice } from './notice.tsx'

/* What goes wrong outside a form's own answers: an exception in a submit handler, a promise that nobody waits for. */

let fault: string | null = null
const listeners = new Set<() => void>()

function publish(next: string | null): void {
  fault = next
  for (const listener of listeners) listener()
}

/** Of no use to a person: the browser lays the page out again in its next frame. */
const HARMLESS = /^ResizeObserver loop/

function show(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  if (HARMLESS.test(message)) return
  publish(
    error instanceof ApiError
      ? message
      : `Something went wrong in the app, and your last action may not have been saved. Try again; if it fails again, report this message: ${message}`,
  )
}

/** Shows every exception that no screen has caught. */
export function watchFaults(): void {
  window.addEventListener('unhandledrejection', ({ reason }) => show(reason))
  window.addEventListener('error', ({ error, message }) => show(error ?? message))
}

/** The exception, over every screen and dialog, until it is closed. */
export function FaultNotice() {
  const message = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => fault,
  )
  if (message === null) return null
  // Everything outside a modal dialog is out of reach, so the message is placed inside the one on top.
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  return createPortal(
    // A new element for each message: the popover opened last is above open dialogs.
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
