const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  Þ: 'Th',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
}

/** Writes text with the letters that the tax offices take: marks fall off, typographic signs become plain ones. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (letter) => LETTERS[letter] ?? letter)
    .trim()
}

/** A phone number as the tax office takes it: digits and spaces, at most 16. */
export function plainPhone(text: string): string {
  const spaced = text
    .replace(/[^0-9 ]/g, '')
    .replace(/ +/g, ' ')
    .trim()
  return spaced.length > 16 ? spaced.replaceAll(' ', '').slice(0, 16) : spaced
}

const LINE_MAX = 38

/** An address in two lines of 38 characters; what is longer runs over into the second line, and is cut there. */
export function addressLines(address1: string, address2: string | null): [string, string | null] {
  const first = plainText(address1)
  const second = plainText(address2 ?? '')
  if (first.length <= LINE_MAX) return [first, second.slice(0, LINE_MAX) || null]
  const cut = first.lastIndexOf(' ', LINE_MAX)
  const end = cut > 0 ? cut : LINE_MAX
  const rest = [first.slice(end).trim(), second].filter(Boolean).join(', ')
  return [first.slice(0, end), rest.slice(0, LINE_MAX).trim() || null]
}
