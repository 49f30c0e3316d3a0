import type { BankFileFormat } from '../../../countries/contract/bank-file.ts'
import { sum, ZERO } from '../../../kernel/values/money.ts'
import type { Collected } from './collect.ts'
import { type Item, isToRecover } from './load-items.ts'

/** Open items that are in no credit of the file. */
export function leftOver(chosen: readonly Item[], { paid, cash, other }: Collected): string[] {
  const inFile = new Set(paid)
  const recover = chosen.filter(isToRecover)
  const below = chosen.filter((item) => item.open.lt(ZERO) && !isToRecover(item) && !inFile.has(item))
  return [
    ...(cash.eq(ZERO) ? [] : [`${cash.toFixed(2)} is paid in cash and is not in the file.`]),
    ...(other.eq(ZERO) ? [] : [`${other.toFixed(2)} is paid by other means and is not in the file.`]),
    ...(recover.length > 0
      ? [
          `${ZERO.minus(sum(recover.map((item) => item.open))).toFixed(2)} is to be recovered from ${namesOf(recover)} and is not in the file: settle it or set it off.`,
        ]
      : []),
    ...(below.length > 0 ? [`Nothing above zero is open for ${namesOf(below)}: it waits.`] : []),
  ]
}

export const namesOf = (items: readonly Item[]) => [...new Set(items.map((item) => item.name))].join(', ')

export function unverified({ name, isUnverified }: BankFileFormat): string[] {
  if (!isUnverified) return []
  return [`The ${name} format is unverified: let the bank check the first file before you rely on it.`]
}
