/** Parses the pages in `docs/` for the checks and the site: headings, their anchors, and the prose without code. */

export interface Heading {
  readonly level: number
  readonly text: string
  readonly anchor: string
  readonly line: number
}

/** The anchor that GitHub generates for a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const FENCE = /^\s*(```|~~~)/

/** The lines of a page with code blocks blanked, so line numbers stay right. */
export function withoutCode(text: string): string[] {
  let isCode = false
  return text.split('\n').map((line) => {
    if (FENCE.test(line)) {
      isCode = !isCode
      return ''
    }
    return isCode ? '' : line
  })
}

/** The headings of a page in order. A repeated heading gets `-1` after its anchor, as on GitHub. */
export function headingsOf(text: string): Heading[] {
  const seen = new Map<string, number>()
  const headings: Heading[] = []
  for (const [index, line] of withoutCode(text).entries()) {
    const match = /^(#{1,6}) (.+?)\s*$/.exec(line)
    if (!match) continue
    const [, marks = '', title = ''] = match
    const plain = title.replace(/`/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const base = anchorOf(plain)
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    headings.push({
      level: marks.length,
      text: plain,
      anchor: count === 0 ? base : `${base}-${count}`,
      line: index + 1,
    })
  }
  return headings
}
