import type { DocumentName, Element, Node } from './taxonomy.ts'
import type { PayEvent } from './xml.ts'

/** Thrown when a file cannot be read as a pay event. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent'
}

type Open = { name: string; children: [string, Node][]; text: string }

const TOKEN = /<Record_Delimiter [^>]*\/>|<(\/?)tns:([A-Za-z0-9_]+)(?: [^>]*)?>|([^<]+)|(<)/g

/** Parses a file for a sending service provider back into its documents. */
export function readPayEvent(file: string): PayEvent {
  const documents: { name: DocumentName; element: Element }[] = []
  const open: Open[] = []
  for (const [whole, slash, name, text, stray] of file.matchAll(TOKEN)) {
    if (stray) throw new UnreadableEvent('an angle bracket where no element starts')
    if (text !== undefined) addText(open, text)
    else if (name === undefined) {
      if (open.length > 0) throw new UnreadableEvent(`${whole} is inside a document`)
    } else if (!slash) open.push({ name, children: [], text: '' })
    else close(open, name, documents)
  }
  if (open.length > 0) throw new UnreadableEvent(`${open.at(-1)?.name} is not closed`)
  const [parent, ...payees] = documents
  if (parent?.name !== 'PAYEVNT') throw new UnreadableEvent('the first document is not PAYEVNT')
  if (payees.some((payee) => payee.name !== 'PAYEVNTEMP'))
    throw new UnreadableEvent('a document after the first is not PAYEVNTEMP')
  return { PAYEVNT: parent.element, PAYEVNTEMP: payees.map((payee) => payee.element) }
}

function addText(open: Open[], text: string): void {
  const current = open.at(-1)
  if (current) current.text += text
  else if (text.trim() !== '') throw new UnreadableEvent('text is outside the documents')
}

function close(open: Open[], name: string, documents: { name: DocumentName; element: Element }[]): void {
  const ended = open.pop()
  if (ended?.name !== name) throw new UnreadableEvent(`${name} is closed where ${ended?.name} is open`)
  const node = ended.children.length > 0 ? gather(ended.children) : plainOf(ended.text)
  const parent = open.at(-1)
  if (parent) parent.children.push([name, node])
  else if (typeof node === 'string') throw new UnreadableEvent(`${name} is empty`)
  else documents.push({ name: name as DocumentName, element: node as Element })
}

/** Elements with the same name become a list, at the position of the first. */
function gather(children: readonly [string, Node][]): Element {
  const element: Element = {}
  for (const [name, node] of children) {
    const before = element[name]
    if (before === undefined) element[name] = node
    else element[name] = [...(Array.isArray(before) ? before : [before]), node] as Element[]
  }
  return element
}

function plainOf(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
