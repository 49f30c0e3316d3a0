/** The first few items as text, and the number of the others: `Mia Nguyen, Noah Tran and 12 more`. */
export function nameSome<Item>(
  items: readonly Item[],
  most: number,
  textOf: (item: Item) => string,
  separator = ', ',
): string {
  const named = items.slice(0, most).map(textOf).join(separator)
  const more = items.length - most
  return more > 0 ? `${named} and ${more.toLocaleString('en-AU')} more` : named
}
