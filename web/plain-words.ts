import { withDays, words } from './format.ts'

/*
 * API messages are written for programs and name fields, values and parameters. This module puts them into words for people. A
 * form shows the message at the field's label instead.
 */

/** Set by `validation-words.ts`, which comes with the first input, because the first screen needs none. */
let ofForms = (sentence: string): string => sentence
export function addWordsOfForms(words: (sentence: string) => string): void {
  ofForms = words
}

const FIELD = /`?\b[a-z]+(?:_[a-z0-9]+)+\b`?/g
/** Codes such as `FOUR_WEEKLY`. */
const CODE = /\b[A-Z]{2,}(?:_[A-Z]+)+\b/g
const SPELLED: readonly [RegExp, string][] = [
  [
    /^([a-z]+(?:_[a-z0-9]+)*): (.+?) would refuse (an? \w+) without it(?: \([^)]*\))?\. Set \1\./g,
    '$2 would refuse $3 without the $1. Enter it.',
  ],
  [/ with resend=true/g, ''],
  // The field's name in the lodgement message, such as (PostcodeT), which follows the sentence.
  [/(?<=[.:`”]) ?\([A-Z][A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*\)/g, ''],
  [/(?<=[.!?]); ?(?=\S|$)/g, ' '],
  [/\.\.(?=\s|$)/g, '.'],
  [/\bomit ([a-z_]+), or send ([\d-]+)/g, 'leave $1 empty, or enter $2'],
  [/ with PUT \S+/g, ' under Reports → Journals'],
  [/\b(GET|PUT|POST|PATCH|DELETE) …?\/\S+/g, 'the settings'],
  // The ATO's rule number.
  [/ \(CMN\.ATO[.A-Z0-9]*\)/g, ''],
  [/\babn\b/gi, 'ABN'],
  [/`([^`]*)`/g, '“$1”'],
]
const SHORT: Readonly<Record<string, string>> = {
  abn: 'ABN',
  bsb: 'BSB',
  usi: 'USI',
  ird: 'IRD',
  stp: 'STP',
  esct: 'ESCT',
  id: 'id',
  nz: 'NZ',
  au: 'AU',
}

/** Turns `bank_bsb` into "bank BSB". */
const named = (field: string) =>
  field
    .replaceAll('`', '')
    .split('_')
    .map((word) => SHORT[word] ?? word)
    .join(' ')

/** An API message in plain words. */
export const plainWords = (sentence: string): string => plainWordsWith(sentence, named)

/** An API message in plain words, with the words that `nameOf` has for a field, such as its label. */
export function plainWordsWith(sentence: string, nameOf: (field: string) => string): string {
  const spelled = SPELLED.reduce((text, [from, to]) => text.replaceAll(from, to), ofForms(sentence))
  const text = withDays(spelled.trimEnd())
    .replaceAll(FIELD, nameOf)
    .replaceAll(CODE, (code) => words(code).toLowerCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}
