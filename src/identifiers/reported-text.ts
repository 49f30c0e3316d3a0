/*
 * The lengths and characters that the tax authorities accept in text. Used for messages and for warnings
 * beforehand.
 */

/** Letters that Unicode normalisation does not split into a base letter and a mark. */
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

/**
 * Cyrillic letters (as in ICAO Doc 9303, without its exceptions by country) and Greek letters (ISO 843,
 * simplified) in Latin.
 */
const LATIN: ReadonlyMap<string, string> = new Map(
  (
    'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ' +
    'ы=y ь= э=e ю=yu я=ya є=ie і=i ґ=g ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ' +
    'ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o '
  )
    .trim()
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
)

function transliterate(letter: string): string {
  const small = letter.toLowerCase()
  const latin = LATIN.get(small)
  if (latin === undefined) return LETTERS[letter] ?? letter
  return small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
}

/**
 * Reduces text to the letters that the tax authorities accept. Accents are dropped, and typographic signs
 * become plain ones.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, transliterate)
    .replace(/ +/g, ' ')
    .trim()
}

/** A kind of text, with its allowed length and characters and the rule they come from. */
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

/** The replacement for a character that is not allowed. Any other becomes a space. */
const SIGNS: Record<string, string> = {
  '#': 'No ',
  '+': '&',
  '{': '(',
  '}': ')',
  '[': '(',
  ']': ')',
  '<': '(',
  '>': ')',
  '|': '/',
  '\\': '/',
  '`': "'",
  '~': '-',
  _: '-',
}

/** Replaces the characters that the tax authority does not accept. The length stays unlimited. */
export function adaptSigns(kind: keyof typeof REPORTED_TEXTS, text: string): string {
  const { characters } = REPORTED_TEXTS[kind]
  const adapted = [...plainText(text)]
    .map((sign) => (characters.test(sign) ? sign : (SIGNS[sign] ?? ' ')))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
  // Letters without a Latin equivalent are gone. Signs alone are not a name.
  return /[A-Za-z0-9]/.test(adapted) ? adapted : ''
}

/** The text as it is sent: transliterated, signs replaced, shortened. Empty when no letter can be sent. */
export function adaptText(kind: keyof typeof REPORTED_TEXTS, text: string): string {
  return adaptSigns(kind, text).slice(0, REPORTED_TEXTS[kind].max).trim()
}

/** Whether text is sent differently from how it is written. Accents and typographic signs do not count. */
export function isAdapted(kind: keyof typeof REPORTED_TEXTS, text: string): boolean {
  return adaptText(kind, text) !== plainText(text) || /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
}

type Named = {
  first_name: string | null
  last_name: string | null
  reporting_first_name?: string | null
  reporting_last_name?: string | null
}

/** The name for the authorities: the reporting name if there is one, otherwise the employee's own. */
export const reportingName = <T extends Named>(employee: T) => ({
  first_name: (employee.reporting_first_name || employee.first_name) ?? '',
  last_name: (employee.reporting_last_name || employee.last_name) ?? '',
})

export const STATES = ['AAT', 'ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const

const EMAIL = /^[^\s@.]+(\.[^\s@.]+)*@[^\s@.]+(\.[^\s@.]+)+$/

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}

/** Whether Inland Revenue accepts this email address. It allows no plus sign, for example. */
export function isInlandRevenueEmail(text: string): boolean {
  return /^[A-Za-z0-9@._-]+$/.test(text) && /^[^@]+@[^@]+$/.test(text) && !text.includes('..')
}
