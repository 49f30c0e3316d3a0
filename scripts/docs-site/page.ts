import { posix } from 'node:path'
import { Marked, Renderer } from 'marked'
import { headingsOf } from '../markdown.ts'
import { targetOf } from './links.ts'
import { groupsFor, HOME } from './navigation.ts'

/** The path of a page or picture under /docs: `docs/guides/oauth.md` becomes `guides/oauth.html`. */
export function addressOf(path: string): string {
  if (path === HOME) return 'index.html'
  const inside = path.startsWith('docs/') ? path.slice('docs/'.length) : `project/${path}`
  return inside.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')
}

export const titleOf = (path: string, text: string): string =>
  headingsOf(text).find(({ level }) => level === 1)?.text ?? path

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** Renders a page as HTML. Links to files outside the site, such as sources, become plain text. */
function render(path: string, text: string, known: ReadonlySet<string>): string {
  const headings = headingsOf(text)
  let next = 0
  const renderer = new Renderer()
  renderer.heading = function ({ tokens, depth }) {
    const anchor = headings[next++]?.anchor ?? ''
    return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
  }
  const addressFor = (href: string): string | undefined => {
    const target = targetOf(path, href)
    if (!target) return href
    if (!known.has(target.path)) return undefined
    const from = posix.dirname(addressOf(path))
    return posix.relative(from, addressOf(target.path)) + (target.anchor && `#${target.anchor}`)
  }
  renderer.link = function ({ href, tokens }) {
    const address = addressFor(href)
    const inner = this.parser.parseInline(tokens)
    return address === undefined ? inner : `<a href="${escaped(address)}">${inner}</a>`
  }
  renderer.image = ({ href, text: words }) =>
    `<img src="${escaped(addressFor(href) ?? href)}" alt="${escaped(words)}" loading="lazy">`
  const table = renderer.table
  renderer.table = function (token) {
    return `<div class="wide">${table.call(this, token)}</div>`
  }
  return new Marked({ renderer }).parse(text, { async: false })
}

function navigation(current: string, titles: ReadonlyMap<string, string>): string {
  const from = posix.dirname(addressOf(current))
  const item = (page: string) => {
    const mark = page === current ? ' aria-current="page"' : ''
    return `<li><a href="${posix.relative(from, addressOf(page))}"${mark}>${escaped(titles.get(page) ?? page)}</a></li>`
  }
  return groupsFor(titles.keys())
    .map(({ title, pages }) => `<h2>${title}</h2><ul>${pages.map(item).join('')}</ul>`)
    .join('\n')
}

/**
 * A complete page of the site. Styles and scripts are separate files, because the service's content security policy allows
 * nothing inline.
 */
export function sitePage(input: {
  path: string
  text: string
  titles: ReadonlyMap<string, string>
  known: ReadonlySet<string>
  release: string
}): string {
  const { path, text, titles, known, release } = input
  const base = posix.relative(posix.dirname(addressOf(path)), '.') || '.'
  const title = titles.get(path) ?? path
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Tasman</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${base}/site.css">
<script src="${base}/search.js" defer data-base="${base}"></script>
</head>
<body>
<a class="skip" href="#page">Skip to the page</a>
<header>
<a class="name" href="${base}/index.html"><strong>Tasman</strong> documentation</a>
<span class="release">Release ${escaped(release)}</span>
<label class="search"><span>Search</span> <input type="search" id="search" autocomplete="off"></label>
<a href="/api/docs/">API reference</a>
</header>
<ol id="results" hidden></ol>
<div class="columns">
<nav aria-label="Pages"><details open><summary>Pages</summary>
${navigation(path, titles)}
</details></nav>
<main id="page">
${render(path, text, known)}
</main>
</div>
</body>
</html>
`
}
