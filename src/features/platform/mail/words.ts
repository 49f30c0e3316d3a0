/** A link that the service itself issues. `before` is the text in front of it in the same paragraph. */
export type MailLink = { link: string; before?: string }

/** A paragraph of an email. Plain text never becomes a link; only a `MailLink` does. */
export type MailPart = string | MailLink

/** A URL scheme, or the two slashes of a URL without one. */
const SCHEME =
  /(\b(?:https?|ftps?|file|mailto|tel|sms|data|javascript):\/{0,2}|\b[a-z][a-z0-9+.-]*:\/\/|(?<![:/])\/\/)(?=[^\s/])/gi
/**
 * A dot between the labels of a host name, followed by letters, as in evil.com. Initials such as "J.R. Smith"
 * have only one letter there.
 */
const HOST_DOT =
  /(?<=[^\s.\u3002\uff0e\uff61])([.\u3002\uff0e\uff61])(?=(?:[\p{L}\p{N}-]+[.\u3002\uff0e\uff61])*(?:\p{L}{2,}|xn--)|www)/giu
/** A dot in an IP address such as 1.2.3.4. */
const IP_DOT = /(?<=\b\d{1,3}(?:\.\d{1,3}){2}\.)(?=\d{1,3}\b)/g
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu

/** Names and notes may contain a URL. Email programs turn such text into links, so spaces are inserted. */
export const unlinked = (text: string) =>
  text.replace(SCHEME, '$1 ').replace(HOST_DOT, '$1 ').replace(IP_DOT, ' ')

/** The subject as one line, whatever the names in it contain. */
export function subjectOf(text: string): string {
  return unlinked(text.replace(HIDDEN, ' ')).trim()
}

/** The text of an email, and the positions of its links. */
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
