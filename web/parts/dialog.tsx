import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { rememberCaret } from './caret.ts'

type Props = {
  title: string
  /** Left out where the question has to be answered. */
  onClose?: () => void
  isWide?: boolean
  children: ReactNode
}

/** A window over the screen. The browser keeps the focus inside and closes it on Escape. */
export function Dialog({ title, onClose, isWide, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  // Closed while it is still in the page: only then does the browser hand the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    const restoreCaret = rememberCaret()
    if (element && !element.open) {
      element.showModal()
      firstOf(element)?.focus({ preventScroll: true })
    }
    return () => {
      element?.close()
      restoreCaret()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'wide' : ''}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={({ currentTarget }) => {
        // A second Escape closes a dialog whatever the page says.
        if (!onClose && currentTarget.isConnected) currentTarget.showModal()
      }}
    >
      <div className="dialog-head">
        <h2 id={headingId} tabIndex={-1}>
          {title}
        </h2>
        {onClose && (
          <button type="button" className="quiet" onClick={onClose} aria-label="Close">
            ✕
          </button>
        )}
      </div>
      {children}
    </dialog>
  )
}

/** Where the work of a dialog starts: its first field, or its heading. Closing it is not what one came for. */
function firstOf(dialog: HTMLElement): HTMLElement | null {
  const field = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'
  return (
    dialog.querySelector<HTMLElement>('[autofocus]') ??
    dialog.querySelector(field) ??
    dialog.querySelector('h2')
  )
}
