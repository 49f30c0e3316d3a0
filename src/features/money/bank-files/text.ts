/** Text as banks take it: no macrons or accents, only the characters allowed, cut to its length. */
export function bankText(text: string, length: number, allowed: RegExp): string {
  return [...plain(text)]
    .map((character) => (allowed.test(character) ? character : ' '))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, length)
}

/** The first of these texts that still says something once a bank has it: a Latin letter or a digit. */
export function firstPrintable(texts: readonly (string | null)[]): string | null {
  return texts.find((text) => text !== null && /[A-Za-z0-9]/.test(plain(text))) ?? null
}

/** Dollars as whole cents. More than two decimals would lose money here, so they are an error. */
export function cents(amount: string): bigint {
  if (!/^\d+(\.\d{1,2})?$/.test(amount)) throw new Error('a payment is a number of whole cents')
  const [dollars = '0', fraction = ''] = amount.split('.')
  return BigInt(dollars + fraction.padEnd(2, '0'))
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
