import { useEffect, useSyncExternalStore } from 'react'
import type { RouterOptions } from 'wouter'
import { Dialog } from './dialog.tsx'

/* Forms with unsaved changes. The app asks before the user leaves the screen by a link, by Back or by closing the window. */

type Leave = () => void

const unsaved = new Set<symbol>()
const listeners = new Set<() => void>()
let asked: Leave | null = null
/** The URL of the form, because Back has already left it before the app can ask. */
let address = ''

function ask(leave: Leave | null): void {
  asked = leave
  for (const listener of listeners) listener()
}

/** Called when the changes are saved or discarded, so the app no longer asks. */
export function forgetUnsaved(): void {
  unsaved.clear()
}

/** Delays a navigation while something is unsaved. */
export const askBeforeLeaving: NonNullable<RouterOptions['aroundNav']> = (navigate, to, options) => {
  if (unsaved.size === 0) navigate(to, options)
  else ask(() => navigate(to, options))
}

/** Watches Back and the closing of the window. Called once, before anything else listens. */
export function watchLeaving(): void {
  window.addEventListener(
    'popstate',
    (event) => {
      if (unsaved.size === 0) return
      event.stopImmediatePropagation()
      history.pushState(null, '', address)
      ask(() => history.back())
    },
    { capture: true },
  )
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault()
  })
}

/** Marks this form as having unsaved changes. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const form = Symbol('form')
    unsaved.add(form)
    address = location.href
    return () => {
      unsaved.delete(form)
    }
  }, [isDirty])
}

/** The question before leaving, when it is needed. */
export function LeaveQuestion() {
  const leave = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
  if (!leave) return null
  const stay = () => ask(null)
  const go = () => {
    forgetUnsaved()
    ask(null)
    leave()
  }
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <div className="form">
        <p>Your changes on this screen have not been saved.</p>
        <div className="buttons">
          <button type="button" className="main" onClick={stay}>
            Stay on this screen
          </button>
          <button type="button" className="danger" onClick={go}>
            Leave without saving
          </button>
        </div>
      </div>
    </Dialog>
  )
}
