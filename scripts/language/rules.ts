/**
 * The rules of the language check. Words that need a reader's judgement are not listed here: see the style guide in
 * CONTRIBUTING.md.
 */

export interface WordRule {
  readonly pattern: RegExp
  readonly instead: string
}

/** Words that are never right in prose, comments, messages and names of tests. */
export const NEVER_RIGHT: readonly WordRule[] = [
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bpurses?\b/i, instead: 'net pay allocation' },
  { pattern: /\bbreaths?\b/i, instead: 'yield to the event loop' },
  { pattern: /\bliving grants?\b/i, instead: 'active grant' },
  { pattern: /\bkept ready\b/i, instead: 'precomputed, cached' },
  { pattern: /\b(?:leave|leaves|left|leaving) (?:(?:it|them|this|that) )?away\b/i, instead: 'omit, drop' },
  { pattern: /\bwhoever\b/i, instead: 'the caller, the user, or the role' },
  { pattern: /\bworkshops?\b/i, instead: 'worker' },
  { pattern: /\baccompan(?:y|ies|ied|ying)\b/i, instead: 'wrap, transaction hook' },
  // Wrong only as nouns: "so long as" and "so many that" are good English.
  {
    pattern: /\bso (?:many|long)\b(?! (?:as|that|ago)\b)/i,
    instead: 'the number, the limit',
  },
]

/** Wire names and values in sentences for people. Guides put them in backticks, and screens use the label. */
export const WIRE_WORDS = /\b(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/

/** The maximum number of words in one sentence of a guide. Inline code counts as one word. */
export const SENTENCE_WORDS = 25

/** A string in code with at least this number of words is read as a message or the name of a test. */
export const TEXT_WORDS = 4

/** Commits after this one must follow the rules of CONTRIBUTING.md. */
export const COMMITS_SINCE = '5e0547a'
export const SUBJECT_CHARACTERS = 72
/** A subject starts with a verb in the base form, so these endings are wrong. */
export const NOT_IMPERATIVE = /^[A-Za-z]+(?:ed|ing|[^s]s)$/
/** Verbs whose base form ends like a noun or a participle. */
export const IMPERATIVE_AFTER_ALL = new Set([
  'Bring',
  'Embed',
  'Feed',
  'Need',
  'Proceed',
  'Seed',
  'Speed',
  'String',
  'Focus',
])
