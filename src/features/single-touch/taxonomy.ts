import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { present } from '../../payroll/present.ts'

/** A value of the canonical document: text, an element with children, or a list of such elements. */
export type Node = string | Element | Element[]
export type Element = { [name: string]: Node }

/** The one element below another; an empty one where there is none. */
export function childOf(element: Element, name: string): Element {
  const node = element[name]
  return typeof node === 'object' && !Array.isArray(node) ? node : {}
}

/** Something that does not fit the taxonomy, at its path. */
export type Misfit = { path: string; message: string }

type Facet = { pattern?: string; max?: number; codes?: string[] }
type Shape = string | { [name: string]: Shape }
type Slot = { name: string; isOptional: boolean; isRepeated: boolean; shape: Shape }

const TAXONOMY = parse(readFileSync(join(import.meta.dirname, 'taxonomy.yaml'), 'utf8')) as {
  namespaces: Record<string, string>
  types: Record<string, Facet>
  documents: Record<string, { [name: string]: Shape }>
}
const PATTERNS = new Map(
  Object.entries(TAXONOMY.types).flatMap(([name, { pattern }]) =>
    pattern ? [[name, new RegExp(`^(?:${pattern})$`)] as const] : [],
  ),
)
const SLOTS = new WeakMap<object, Slot[]>()

export type DocumentName = 'PAYEVNT' | 'PAYEVNTEMP'

export function namespaceOf(document: DocumentName): string {
  return present(TAXONOMY.namespaces[document])
}

/** Holds a document against the taxonomy: names, order, how often, and the facets of every value. */
export function checkAgainstTaxonomy(document: DocumentName, element: Element): Misfit[] {
  return checkElement(present(TAXONOMY.documents[document]), element, document)
}

function checkElement(shape: Shape, node: Node, path: string): Misfit[] {
  if (typeof shape === 'string') return checkValue(shape, node, path)
  if (typeof node === 'string' || Array.isArray(node)) return [{ path, message: 'must hold elements' }]
  const slots = slotsOf(shape)
  const names = Object.keys(node)
  const places = names.map((name) => slots.findIndex((slot) => slot.name === name))
  const misfits: Misfit[] = []
  for (const [index, name] of names.entries()) {
    const place = present(places[index])
    if (place < 0) misfits.push({ path: `${path}/${name}`, message: 'is not in the taxonomy' })
    else if (index > 0 && place < present(places[index - 1]))
      misfits.push({ path: `${path}/${name}`, message: 'is out of order' })
  }
  for (const slot of slots) misfits.push(...checkSlot(slot, node[slot.name], `${path}/${slot.name}`))
  return misfits
}

function checkSlot(slot: Slot, node: Node | undefined, path: string): Misfit[] {
  if (node === undefined) return slot.isOptional ? [] : missing(slot.shape, path)
  if (!slot.isRepeated)
    return Array.isArray(node) ? [{ path, message: 'may appear once' }] : checkElement(slot.shape, node, path)
  const items = Array.isArray(node) ? node : [node]
  return items.flatMap((item, index) => checkElement(slot.shape, item, `${path}[${index + 1}]`))
}

/** A missing element is named by the values it must hold: those are what somebody can fill in. */
function missing(shape: Shape, path: string): Misfit[] {
  const needed = typeof shape === 'string' ? [] : slotsOf(shape).filter((slot) => !slot.isOptional)
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

function slotsOf(shape: { [name: string]: Shape }): Slot[] {
  const known = SLOTS.get(shape)
  if (known) return known
  const slots = Object.entries(shape).map(([key, child]) => ({
    name: key.replace(/[?*]$/, ''),
    isOptional: /[?*]$/.test(key),
    isRepeated: key.endsWith('*'),
    shape: child,
  }))
  SLOTS.set(shape, slots)
  return slots
}
