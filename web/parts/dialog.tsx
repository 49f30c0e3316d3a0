import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { rememberCaret } from './caret.ts'

type Props = {
  title: string
  /** Omitted if the user must choose an answer and cannot close the dialog. */
  onClose?: () => void
  isWide?: boolean
  children: ReactNode
}

/** A modal dialog. The browser keeps the focus inside and closes it on Escape. */
export function Dialog({ title, onClose, isWide, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  // Closes the dialog while it is still in the page. Otherwise the browser does not return the focus.
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
        // Browsers close a dialog on the second Escape in any case, so it is opened again.
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

/** The element to focus first: the first field or the heading, but not the close button. */
function firstOf(dialog: HTMLElement): HTMLElement | null {
  const field = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'
  return (
    dialog.querySelector<HTMLElement>('[autofocus]') ??
    dialog.querySelector(field) ??
    dialog.querySelector('h2')
  )
}
