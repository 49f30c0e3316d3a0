import { words } from './format.ts'
import { addWordsOfForms } from './plain-words.ts'

/* The sentences of the API's validation are written for programs. Here they become sentences for the person at the form. */

const CODE = '[A-Z][A-Z_]*'
/** Codes that a list offers: `must be WEEKLY, FORTNIGHTLY, MONTHLY`. The value null is no choice of a form. */
const CHOICES = new RegExp(
  `(?<=\\bmust be (?:one of:? )?)(?:null, )?${CODE}(?:(?:, | or |, or )(?:${CODE}|null))+(?!\\w)`,
  'g',
)

const RULES: readonly [RegExp, string][] = [
  [/ must not be null; send \[\] .*/g, ' must not be empty'],
  [/ must not be null\b/g, ' must not be empty'],
  [
    /\bmust be a number( up to [\d,]+)?(?: on either side)?,? or (?:its|a) decimal string such as "[^"]*"/g,
    'must be a number$1, for example 38 or 7.6',
  ],
  [/\bnumber or decimal string\b/g, 'number'],
  [/ that is not negative\b/g, ', 0 or more'],
  [
    /\bmust be a date of the form YYYY-MM-DD(?:, from 1900 to 2199)?/g,
    'must be a date with day, month and year, for example 14 March 2027',
  ],
  [/\bmust be a timestamp such as \S+ \(UTC\), or a date\b/g, 'must be a date, or a date and time'],
  [/\bmust be a UTC instant such as \S+/g, 'must be a date and time'],
  [/\bmust be a month such as \d{4}-\d\d\b/g, 'must be a month, for example October 2026'],
  [
    /\bprintable ASCII characters without spaces\b/g,
    'letters without accents, digits or signs, and no spaces',
  ],
  [/\bwhole characters\b/g, 'characters'],
  [/, not blank(, or null)?\b/g, ''],
  [/\bmust be >= (?=-?\d)/g, 'must be at least '],
  [/\bmust be <= (?=-?\d)/g, 'must be at most '],
  [/\bmust be > (?=-?\d)/g, 'must be above '],
  [/\bmust be < (?=-?\d)/g, 'must be below '],
  [/\bmust not have fewer than 1 (?:characters|items)\b/gi, 'must not be empty'],
  [/\bmust not have fewer than (\d+) (?:characters)\b/gi, 'must have at least $1 characters'],
  [/\bmust not have (fewer|more) than (\d+) items\b/gi, 'must not have $1 than $2 entries'],
  [/\bmust be integer(?:,null)?$/g, 'must be a whole number'],
  [/\bmust be number(?:,null)?$/g, 'must be a number, for example 38 or 7.6'],
  [/\bmust be boolean(?:,null)?$/g, 'must be yes or no'],
  [/\bmust be string(?:,null)?$/g, 'must be text'],
  [/\bmust be (?:null|object|array)(?:,null)?$/g, 'is not filled in completely'],
  [/\bmust match (?:pattern|format) "[^"]*"$/g, 'is not written as expected'],
  [
    /\bmust (?:match a schema in anyOf|match exactly one schema in oneOf|be equal to constant)$/g,
    'cannot have this value',
  ],
]

/** The sentence without data types, patterns, codes and bounds of the API. */
addWordsOfForms((sentence) =>
  RULES.reduce((text, [from, to]) => text.replaceAll(from, to), sentence).replaceAll(CHOICES, inWords),
)

/** WEEKLY, FOUR_WEEKLY as Weekly, Four-weekly. Short codes such as NZ or BSB are words already. */
const inWords = (codes: string) =>
  codes
    .replaceAll(/(?:, )?\bnull\b(?:, )?/g, '')
    .replaceAll(new RegExp(`${CODE}`, 'g'), (code) => (code.length <= 3 ? code : words(code)))
