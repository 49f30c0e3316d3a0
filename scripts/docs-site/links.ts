import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { headingsOf } from '../markdown.ts'

/** The target of a link as a path in the repository. */
export interface Target {
  readonly path: string
  readonly anchor: string
}

/** Undefined for web addresses and for addresses of the running service. */
export function targetOf(page: string, link: string): Target | undefined {
  if (/^(?:[a-z]+:|\/)/i.test(link)) return undefined
  const [path = '', anchor = ''] = decodeURI(link).split('#')
  return { path: path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path)), anchor }
}

const LINK = /!?\[[^\]]*\]\(([^)\s]+)[^)]*\)/g

/** Links to a file or heading that does not exist, as "page: link". */
export function brokenLinks(pages: ReadonlyMap<string, string>, root: string): string[] {
  const anchors = new Map(
    [...pages].map(([page, text]) => [page, headingsOf(text).map(({ anchor }) => anchor)]),
  )
  return [...pages].flatMap(([page, text]) =>
    [
      ...text
        .replace(/```[\s\S]*?```/g, '')
        .replace(/`[^`\n]*`/g, '')
        .matchAll(LINK),
    ].flatMap(([, link = '']) => {
      const target = targetOf(page, link)
      if (!target) return []
      const isThere = pages.has(target.path) || existsSync(posix.join(root, target.path))
      const isHeading = target.anchor === '' || (anchors.get(target.path)?.includes(target.anchor) ?? true)
      return isThere && isHeading ? [] : [`${page}: ${link}`]
    }),
  )
}
