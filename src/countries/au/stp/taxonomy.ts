import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { memoizeByKey } from '../../../kernel/values/memoize-by-key.ts'
import { present } from '../../../kernel/values/present.ts'

/** A value in a canonical document: text, an element with children, or a list of such elements. */
export type Node = string | Element | Element[]
export type Element = { [name: string]: Node }

/** The single child element with this name, or an empty element. */
export function childOf(element: Element, name: string): Element {
  const node = element[name]
  return typeof node === 'object' && !Array.isArray(node) ? node : {}
}

/** A mismatch with the taxonomy, with its path. */
export type Misfit = { path: string; message: string }

type Facet = { pattern?: string; max?: number; codes?: string[] }
type Shape = string | { [name: string]: Shape }
type Slot = { name: string; isOptional: boolean; isRepeated: boolean; shape: Shape }
/** The slots of an element in order, and the index of each name. */
type Slots = { list: readonly Slot[]; places: ReadonlyMap<string, number> }

/** A code for super earnings, valid from a date. `needs` says whether liability and earnings are both required. */
type SuperCode = { from: string; code: 'O' | 'Q'; needs: 'either' | 'both' }

const TAXONOMY = parse(readFileSync(join(import.meta.dirname, 'taxonomy.yaml'), 'utf8')) as {
  namespaces: Record<string, string>
  dates: { super_earnings: SuperCode[]; earliest_update: { from: string } }
  types: Record<string, Facet>
  documents: Record<string, { [name: string]: Shape }>
}
const PATTERNS = new Map(
  Object.entries(TAXONOMY.types).flatMap(([name, { pattern }]) =>
    pattern ? [[name, new RegExp(`^(?:${pattern})$`)] as const] : [],
  ),
)

/** The code for super earnings on a payday. */
export function superEarningsOn(payDate: string): SuperCode {
  const { super_earnings: codes } = TAXONOMY.dates
  return codes.findLast(({ from }) => from <= payDate) ?? present(codes[0])
}

export const SUPER_EARNINGS_CODES = TAXONOMY.dates.super_earnings.map(({ code }) => code)
export const EARLIEST_UPDATE = TAXONOMY.dates.earliest_update.from

export type DocumentName = 'PAYEVNT' | 'PAYEVNTEMP'

export function namespaceOf(document: DocumentName): string {
  return present(TAXONOMY.namespaces[document])
}

/** Validates a document against the taxonomy: names, order, number of occurrences, and the facets of every value. */
export function checkAgainstTaxonomy(document: DocumentName, element: Element): Misfit[] {
  return checkElement(present(TAXONOMY.documents[document]), element, document)
}

function checkElement(shape: Shape, node: Node, path: string): Misfit[] {
  if (typeof shape === 'string') return checkValue(shape, node, path)
  if (typeof node === 'string' || Array.isArray(node)) return [{ path, message: 'must contain elements' }]
  const slots = slotsOf(shape)
  const misfits: Misfit[] = []
  let before = -1
  for (const name of Object.keys(node)) {
    const place = slots.places.get(name) ?? -1
    if (place < 0) misfits.push({ path: `${path}/${name}`, message: 'is not in the taxonomy' })
    else if (place < before) misfits.push({ path: `${path}/${name}`, message: 'is out of order' })
    before = place
  }
  for (const slot of slots.list) {
    const own = node[slot.name]
    // Most of the optional elements are absent.
    if (own === undefined && slot.isOptional) continue
    for (const misfit of checkSlot(slot, own, `${path}/${slot.name}`)) misfits.push(misfit)
  }
  return misfits
}

function checkSlot(slot: Slot, node: Node | undefined, path: string): Misfit[] {
  if (node === undefined) return missing(slot.shape, path)
  if (!slot.isRepeated)
    return Array.isArray(node) ? [{ path, message: 'may appear once' }] : checkElement(slot.shape, node, path)
  const items = Array.isArray(node) ? node : [node]
  return items.flatMap((item, index) => checkElement(slot.shape, item, `${path}[${index + 1}]`))
}

/** Reports a missing element by its required values, because those are what the user can fill in. */
function missing(shape: Shape, path: string): Misfit[] {
  const needed = typeof shape === 'string' ? [] : slotsOf(shape).list.filter((slot) => !slot.isOptional)
  if (needed.length === 0) return [{ path, message: 'is missing' }]
  return needed.flatMap((slot) => missing(slot.shape, `${path}/${slot.name}`))
}

function checkValue(type: string, node: Node, path: string): Misfit[] {
  if (typeof node !== 'string') return [{ path, message: 'must be a value' }]
  const { codes, max } = present(TAXONOMY.types[type])
  if (node === '') return [{ path, message: 'must not be empty' }]
  if (codes && !codes.includes(node)) return [{ path, message: `must be one of ${codes.join(', ')}` }]
  if (max !== undefined && node.length > max)
    return [{ path, message: `must have at most ${max} characters` }]
  const pattern = PATTERNS.get(type)
  return pattern && !pattern.test(node) ? [{ path, message: `does not have the form of ${type}` }] : []
}

const slotsOf = memoizeByKey((shape: { [name: string]: Shape }): Slots => {
  const list = Object.entries(shape).map(([key, child]) => ({
    name: key.replace(/[?*]$/, ''),
    isOptional: /[?*]$/.test(key),
    isRepeated: key.endsWith('*'),
    shape: child,
  }))
  return { list, places: new Map(list.map((slot, place) => [slot.name, place])) }
})
