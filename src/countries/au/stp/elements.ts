import { type Decimal, isZero } from '../../../kernel/values/money.ts'
import type { Element, Node } from './taxonomy.ts'
import { plainText } from './text.ts'

/** Builds an element from the members that have a value. Empty elements are never sent. */
export function element(members: Record<string, Node | undefined>): Element {
  const there: Element = {}
  for (const [name, node] of Object.entries(members))
    if (node !== undefined && !isEmpty(node)) there[name] = node
  return there
}

function isEmpty(node: Node): boolean {
  return typeof node === 'object' && Object.keys(node).length === 0
}

/** Dollars and cents, always with two decimals. */
export function money(amount: Decimal): string {
  return amount.toFixed(2)
}

export function moneyUnlessZero(amount: Decimal): string | undefined {
  return isZero(amount) ? undefined : money(amount)
}

export function optionalText(text: string | null): string | undefined {
  return text === null ? undefined : plainText(text) || undefined
}
