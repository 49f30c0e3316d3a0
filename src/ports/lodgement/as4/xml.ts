import { DOMParser, type Element, onWarningStopParsing, ParseError } from '@xmldom/xmldom'
import { ExclusiveCanonicalization } from 'xml-crypto'

/* Parses and canonicalises XML for signed messages, with `@xmldom/xmldom` and `xml-crypto`. */

export type XmlElement = Element

export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml'
}

const DECLARATIONS = 'http://www.w3.org/2000/xmlns/'

/** Exclusive canonical XML without comments. */
export const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/**
 * Parses a document and returns its root element. Refuses document types, and anything the parser would only
 * warn about.
 */
export function parseXml(text: string): Element {
  try {
    const document = new DOMParser({ onError: onWarningStopParsing }).parseFromString(text, 'text/xml')
    if (document.doctype) throw new UnreadableXml('document types are not read')
    if (!document.documentElement) throw new UnreadableXml('it has no root element')
    return document.documentElement
  } catch (error) {
    if (error instanceof ParseError) throw new UnreadableXml('it is not well formed', { cause: error })
    throw error
  }
}

const compare = (a: string, b: string): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0)

type Named = { prefix: string; namespaceURI: string | null; localName: string }

/**
 * Sorts as the standard requires: prefixes and names by character, attributes by namespace and then name.
 * `xml-crypto` 6.3.2 sorts prefixes by the machine's locale, which puts `eb` before `S12`. No other
 * implementation would get the same digest.
 */
class Canonicalization extends ExclusiveCanonicalization {
  override nsCompare(a: Named, b: Named) {
    return compare(a.prefix, b.prefix)
  }
  override attrCompare(a: Named, b: Named) {
    return compare(a.namespaceURI ?? '', b.namespaceURI ?? '') || compare(a.localName, b.localName)
  }
}

/**
 * The element in exclusive canonical form, which is the signed text. `prefixes` are those of
 * InclusiveNamespaces. Their declarations are kept even where they are unused.
 */
export function canonical(element: Element, prefixes: readonly string[] = []): string {
  for (const prefix of prefixes) {
    const namespace = element.lookupNamespaceURI(prefix)
    // The prefix is already in scope, so the document means the same.
    if (namespace) element.setAttributeNS(DECLARATIONS, `xmlns:${prefix}`, namespace)
  }
  return new Canonicalization().processInner(element, [], '', {}, [...prefixes])
}

/** Every element with this local name in document order, including the element itself. */
export function allNamed(element: Element, local: string): Element[] {
  const below = [...element.getElementsByTagNameNS('*', local)]
  return element.localName === local ? [element, ...below] : below
}

export const firstNamed = (element: Element, local: string) => allNamed(element, local)[0]

export const textOf = (element: Element | undefined): string => (element?.textContent ?? '').trim()

/** An attribute by its local name, with any prefix. Namespace declarations do not count. */
export function attributeOf(element: Element | undefined, local: string): string | undefined {
  return [...(element?.attributes ?? [])].find(
    (attribute) => attribute.localName === local && attribute.namespaceURI !== DECLARATIONS,
  )?.value
}

export const escapeXml = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#xD;')
    .replace(/"/g, '&quot;')
