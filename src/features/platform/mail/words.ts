/** An address that the service itself gives out, to be opened from the mail; `before` leads up to it in the same paragraph. */
export type MailLink = { link: string; before?: string }

/** A paragraph of a mail. Text is text, whatever it holds: only a `MailLink` becomes a link. */
export type MailPart = string | MailLink

const ADDRESS = /\b([a-z][a-z0-9+.-]*:\/\/|www\.)(?=\S)/gi
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu

/** Names and notes may hold an address. Mail programs link what looks like one, so it is written with a space in it. */
const unlinked = (text: string) => text.replace(ADDRESS, '$1 ')

/** A subject is one line, whatever the names in it hold. */
export function subjectOf(text: string): string {
  return unlinked(text.replace(HIDDEN, ' ')).trim()
}

/** The text of a mail, and where in it the links start. */
export function composeText(parts: string | readonly MailPart[]): { text: string; linkStarts: number[] } {
  let text = ''
  const linkStarts: number[] = []
  for (const part of typeof parts === 'string' ? [parts] : parts) {
    if (text !== '') text += '\n\n'
    if (typeof part === 'string') {
      text += unlinked(part)
      continue
    }
    text += unlinked(part.before ?? '')
    linkStarts.push(text.length)
    text += part.link
  }
  return { text, linkStarts }
}
