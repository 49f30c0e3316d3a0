/*
 * Chromium returns the focus to the text box after a dialog closes, but not the caret. The box looks focused, but typed text is
 * lost. Every dialog of the app, and every focus() inside a focus event, restores the caret with these functions.
 */

type TextBox = HTMLInputElement | HTMLTextAreaElement

const isTextBox = (element: Element | null): element is TextBox =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Remembers the focused text box and its caret. The returned function restores both. */
export function rememberCaret(): () => void {
  const box = document.activeElement
  if (!isTextBox(box)) return () => {}
  const { selectionStart, selectionEnd } = box
  return () => {
    // Another element has the focus on purpose, or the box no longer exists.
    if (document.activeElement !== box && document.activeElement !== document.body) return
    // Boxes for dates, numbers and email addresses have no settable caret. The browser places it when they are focused again.
    if (selectionStart === null) box.blur()
    box.focus({ preventScroll: true })
    if (selectionStart !== null) box.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** Focuses a box with the caret after its text. */
export function focusAtEnd(box: HTMLInputElement | null | undefined): void {
  box?.focus({ preventScroll: true })
  box?.setSelectionRange(box.value.length, box.value.length)
}
