/* What text the tax offices take: the one place that knows lengths and characters, for messages and for warnings beforehand. */

/** Letters that lose no mark when they are taken apart. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
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
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'ng',
  Ŋ: 'Ng',
  ı: 'i',
  ĸ: 'k',
  ŀ: 'l',
  ə: 'e',
  Ə: 'E',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ʻ: "'",
  ʼ: "'",
  '‘': "'",
  '’': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '№': 'No ',
  '⁄': '/',
}

/** Writes text with the letters that the tax offices take: marks fall off, typographic signs become plain ones. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/ +/g, ' ')
    .trim()
}

/** A kind of text, with what it may hold and the rule that says so. */
export type ReportedText = { max: number; characters: RegExp; rule: string; says: string }

const ADDRESS = /^[A-Za-z0-9!@$%&*()\-=[\];:'",.?/ ]*$/

export const REPORTED_TEXTS = {
  name: {
    max: 40,
    characters: /^[0-9a-zA-Z .,?(){}:;'|_=\\/@#$%*&"-]*$/,
    rule: 'CMN.ATO.GEN.XML03',
    says: 'at most 40 letters, digits and common signs',
  },
  addressLine: {
    max: 38,
    characters: ADDRESS,
    rule: 'VR.ATO.PAYEVNTEMP.000184',
    says: 'letters, digits and ! @ $ % & * ( ) - = [ ] ; : \' " , . ? /',
  },
  city: {
    max: 46,
    characters: ADDRESS,
    rule: 'VR.ATO.PAYEVNTEMP.000186',
    says: 'at most 46 letters, digits and ! @ $ % & * ( ) - = [ ] ; : \' " , . ? /',
  },
} as const satisfies Record<string, ReportedText>

export const STATES = ['AAT', 'ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const

/** Whether the tax office would take this text, once its accents are gone. */
export function fits(kind: keyof typeof REPORTED_TEXTS, text: string): boolean {
  const { max, characters } = REPORTED_TEXTS[kind]
  const plain = plainText(text)
  return plain.length <= max && characters.test(plain)
}

const EMAIL = /^[^\s@.]+(\.[^\s@.]+)*@[^\s@.]+(\.[^\s@.]+)+$/

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}

/** The e-mail addresses that Inland Revenue takes: no plus sign, among others. */
export function isInlandRevenueEmail(text: string): boolean {
  return /^[A-Za-z0-9@._-]+$/.test(text) && /^[^@]+@[^@]+$/.test(text) && !text.includes('..')
}
