/* Chromium hands the focus of a closed dialog back to the box it came from, but not the caret: the box looks focused, and
   what is typed goes nowhere. Every dialog of the app, and every focus() inside a focus event, restores it by these. */

type TextBox = HTMLInputElement | HTMLTextAreaElement

const isTextBox = (element: Element | null): element is TextBox =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Remembers the box that has the focus and its caret; the answer gives both back. */
export function rememberCaret(): () => void {
  const box = document.activeElement
  if (!isTextBox(box)) return () => {}
  const { selectionStart, selectionEnd } = box
  return () => {
    // Something else has taken the focus on purpose, or the box is gone.
    if (document.activeElement !== box && document.activeElement !== document.body) return
    // Boxes for dates, numbers and addresses have no caret to set: the browser places it when they are focused again.
    if (selectionStart === null) box.blur()
    box.focus({ preventScroll: true })
    if (selectionStart !== null) box.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** Gives a box the focus, with the caret after its text. */
export function focusAtEnd(box: HTMLInputElement | null | undefined): void {
  box?.focus({ preventScroll: true })
  box?.setSelectionRange(box.value.length, box.value.length)
}
