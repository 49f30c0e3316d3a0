import { present } from '../../../kernel/values/present.ts'
import { type DocumentName, type Element, type Node, namespaceOf } from './taxonomy.ts'

/** A pay event: the parent document and one child for each payee. */
export type PayEvent = { PAYEVNT: Element; PAYEVNTEMP: Element[] }

/**
 * Writes the file for a sending service provider: each document follows its delimiter. The file has no root element, so
 * every document is a separate XML document.
 */
export function writePayEvent(event: PayEvent): string {
  const parts = [delimiter(1, 'PARENT', 'PAYEVNT'), writeDocument('PAYEVNT', event.PAYEVNT)]
  for (const [index, payee] of event.PAYEVNTEMP.entries())
    parts.push(delimiter(index + 2, 'CHILD', 'PAYEVNTEMP'), writeDocument('PAYEVNTEMP', payee))
  return `${parts.join('\n')}\n`
}

function delimiter(place: number, type: 'PARENT' | 'CHILD', name: DocumentName): string {
  const related = type === 'CHILD' ? '1.1' : ''
  return `<Record_Delimiter DocumentID="1.${place}" DocumentType="${type}" DocumentName="${name}" RelatedDocumentID="${related}"/>`
}

/** Writes one document as XML, with its elements in their existing order. */
function writeDocument(name: DocumentName, element: Element): string {
  const lines: string[] = [`<tns:${name} xmlns:tns="${namespaceOf(name)}">`]
  for (const [child, node] of Object.entries(element)) writeNode(child, node, 1, lines)
  lines.push(`</tns:${name}>`)
  return lines.join('\n')
}

function writeNode(name: string, node: Node, depth: number, lines: string[]): void {
  const indent = '  '.repeat(depth)
  if (Array.isArray(node)) {
    for (const item of node) writeNode(name, item, depth, lines)
  } else if (typeof node === 'string') {
    lines.push(`${indent}<tns:${name}>${escaped(node)}</tns:${name}>`)
  } else {
    lines.push(`${indent}<tns:${name}>`)
    for (const [child, value] of Object.entries(node)) writeNode(child, value, depth + 1, lines)
    lines.push(`${indent}</tns:${name}>`)
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => present(ENTITIES[character]))
}
