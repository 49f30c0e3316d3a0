/*
 * As much XML as signed messages need: reading, and exclusive canonicalisation (xml-exc-c14n). No document types, no entities
 * but the five of XML itself.
 */

export type XmlAttribute = { prefix: string; local: string; namespace: string; value: string }
export type XmlElement = {
  prefix: string
  local: string
  namespace: string
  attributes: readonly XmlAttribute[]
  /** Every prefix in scope and its namespace. */
  scope: ReadonlyMap<string, string>
  children: (XmlElement | string)[]
}

export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml'
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s/>!?]+)([^>]*?)(\/?)>|([^<]+)/g
const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);/g, (_whole, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(Number.parseInt(name.slice(1), 10))
    const known = ENTITIES[name]
    if (known === undefined) throw new UnreadableXml(`the entity ${name} is not known`)
    return known
  })
}

/** Reads a document and gives its root element. */
export function parseXml(text: string): XmlElement {
  const plain = text.replace(/\r\n?/g, '\n')
  if (plain.includes('<!DOCTYPE')) throw new UnreadableXml('document types are not read')
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  let end = 0
  for (const token of plain.matchAll(TOKEN)) {
    if (token.index !== end) throw new UnreadableXml('it is not well formed')
    end = token.index + token[0].length
    const [whole, cdata, slash, name, attributes, empty, words] = token
    const parent = open.at(-1)
    if (words !== undefined || cdata !== undefined) {
      const value = cdata ?? decode(words ?? '')
      if (parent) parent.children.push(value)
      else if (value.trim() !== '') throw new UnreadableXml('text stands outside of the root')
    } else if (name !== undefined && slash === '/') {
      const closed = open.pop()
      if (!closed || nameOf(closed) !== name) throw new UnreadableXml(`${name} is closed but not open`)
    } else if (name !== undefined) {
      const element = elementOf(name, attributes ?? '', parent)
      if (parent) parent.children.push(element)
      else if (root) throw new UnreadableXml('there are two roots')
      else root = element
      if (empty !== '/') open.push(element)
    } else if (!whole.startsWith('<!--') && !whole.startsWith('<?'))
      throw new UnreadableXml('it is not well formed')
  }
  if (!root || open.length > 0 || end !== plain.length) throw new UnreadableXml('it ends too early')
  return root
}

const nameOf = ({ prefix, local }: XmlElement) => (prefix ? `${prefix}:${local}` : local)

function split(name: string): [prefix: string, local: string] {
  const at = name.indexOf(':')
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)]
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

function elementOf(name: string, text: string, parent: XmlElement | undefined): XmlElement {
  const found = [...text.matchAll(ATTRIBUTE)].map(
    ([, key = '', double, single]) => [key, decode(double ?? single ?? '')] as const,
  )
  const scope = new Map(parent?.scope ?? [['xml', XML_NAMESPACE]])
  for (const [key, value] of found) {
    if (key === 'xmlns') scope.set('', value)
    else if (key.startsWith('xmlns:')) scope.set(key.slice(6), value)
  }
  const find = (prefix: string) => {
    const namespace = scope.get(prefix)
    if (namespace === undefined && prefix !== '')
      throw new UnreadableXml(`the prefix ${prefix} is not declared`)
    return namespace ?? ''
  }
  const [prefix, local] = split(name)
  const attributes = found
    .filter(([key]) => key !== 'xmlns' && !key.startsWith('xmlns:'))
    .map(([key, value]): XmlAttribute => {
      const [own, short] = split(key)
      return { prefix: own, local: short, namespace: own === '' ? '' : find(own), value }
    })
  return { prefix, local, namespace: find(prefix), attributes, scope, children: [] }
}

const escapeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#xD;')
const escapeValue = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/"/g, '&quot;')
    .replace(/\t/g, '&#x9;')
    .replace(/\n/g, '&#xA;')
    .replace(/\r/g, '&#xD;')
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The element as exclusive canonicalisation writes it: what a signature is made over. */
export function canonical(element: XmlElement, written: ReadonlyMap<string, string> = new Map()): string {
  const used = new Set([
    element.prefix,
    ...element.attributes.flatMap(({ prefix }) => (prefix ? [prefix] : [])),
  ])
  const known = new Map(written)
  const declarations = [...used].sort(order).flatMap((prefix) => {
    if (prefix === 'xml') return []
    const namespace = element.scope.get(prefix) ?? ''
    if (known.get(prefix) === namespace || (namespace === '' && !known.has(prefix))) return []
    known.set(prefix, namespace)
    return ` xmlns${prefix ? `:${prefix}` : ''}="${escapeValue(namespace)}"`
  })
  const attributes = [...element.attributes]
    .sort((a, b) => order(a.namespace, b.namespace) || order(a.local, b.local))
    .map(({ prefix, local, value }) => ` ${prefix ? `${prefix}:` : ''}${local}="${escapeValue(value)}"`)
  const inside = element.children.map((child) =>
    typeof child === 'string' ? escapeText(child) : canonical(child, known),
  )
  const name = nameOf(element)
  return `<${name}${declarations.join('')}${attributes.join('')}>${inside.join('')}</${name}>`
}

/** Every element below with this local name, in the order of the document; the element itself among them. */
export function allNamed(element: XmlElement, local: string): XmlElement[] {
  const below = element.children.flatMap((child) => (typeof child === 'string' ? [] : allNamed(child, local)))
  return element.local === local ? [element, ...below] : below
}

export const firstNamed = (element: XmlElement, local: string) => allNamed(element, local)[0]

export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('')
    .trim()
}

export function attributeOf(element: XmlElement | undefined, local: string): string | undefined {
  return element?.attributes.find((attribute) => attribute.local === local)?.value
}

export const escapeXml = (text: string) => escapeText(text).replace(/"/g, '&quot;')
