/** Text as banks take it: no macrons or accents, only the characters allowed, cut to its length. */
export function bankText(text: string, length: number, allowed: RegExp): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return [...plain]
    .map((character) => (allowed.test(character) ? character : ' '))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, length)
}

/** Dollars as whole cents. The text comes from a numeric column, so it holds at most two decimals. */
export function cents(amount: string): bigint {
  const [dollars = '0', fraction = ''] = amount.split('.')
  return BigInt(dollars + fraction.padEnd(2, '0').slice(0, 2))
}
