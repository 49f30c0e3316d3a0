import { withoutCode } from '../markdown.ts'
import { EXCEPTED_FILES, EXCEPTED_SUBJECTS } from './exceptions.ts'
import {
  IMPERATIVE_AFTER_ALL,
  NEVER_RIGHT,
  NOT_IMPERATIVE,
  SENTENCE_WORDS,
  SUBJECT_CHARACTERS,
  TEXT_WORDS,
  WIRE_WORDS,
} from './rules.ts'

/** A place that breaks a rule, as the check prints it. */
export interface Finding {
  readonly place: string
  readonly problem: string
}

interface Line {
  readonly number: number
  readonly text: string
}

const TOKENS =
  /\/\*[\s\S]*?\*\/|(?<![:/])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** The comments of a source file, line by line. Skips strings, so a URL in a string is not a comment. */
export function commentsOf(text: string): Line[] {
  const lines: Line[] = []
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (!token.startsWith('/')) continue
    const first = lineAt(text, index)
    for (const [offset, line] of token.split('\n').entries())
      lines.push({ number: first + offset, text: line })
  }
  return lines
}

/** The strings of a TypeScript file without JSX that read as sentences, and so are messages, descriptions or names of tests. */
export function textsOf(text: string): Line[] {
  return [...text.matchAll(TOKENS)].flatMap(({ 0: token, index }) => {
    if (token.startsWith('/')) return []
    const words = token.slice(1, -1).replace(/\$\{[^}]*\}|\\?`[^`]*`/g, '…')
    return /^[\p{L}…\d]/u.test(words) && words.split(/\s+/).length >= TEXT_WORDS
      ? [{ number: lineAt(text, index), text: words }]
      : []
  })
}

const hashComments = (text: string): Line[] =>
  text.split('\n').flatMap((line, index) => {
    const comment = /(?:^|\s)#(?: .*|$)/.exec(line)?.[0]
    return comment ? [{ number: index + 1, text: comment }] : []
  })

/** The prose of a page: its lines without code blocks and inline code. */
export const proseOf = (text: string): Line[] =>
  withoutCode(text).map((line, index) => ({ number: index + 1, text: line.replace(/`[^`]*`/g, '`…`') }))

function linesToRead(path: string, text: string): Line[] {
  if (path.endsWith('.md')) return proseOf(text)
  if (/\.(?:ts|mjs)$/.test(path)) return [...commentsOf(text), ...textsOf(text)]
  if (/\.(?:tsx|css|sql)$/.test(path)) return commentsOf(text)
  if (/\.ya?ml$/.test(path)) return hashComments(text)
  return []
}

const isExcepted = (path: string): boolean =>
  EXCEPTED_FILES.some((exception) =>
    exception.path.endsWith('/') ? path.startsWith(exception.path) : path === exception.path,
  )

/** The sentences of a guide with the first line of their paragraph. Skips tables and headings. */
export function sentencesOf(text: string): Line[] {
  const sentences: Line[] = []
  let paragraph: string[] = []
  let first = 0
  const close = () => {
    const joined = paragraph
      .join(' ')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\*\*/g, '')
    for (const sentence of joined.split(/(?<=[.!?;:]["')`]*)\s+/))
      sentences.push({ number: first, text: sentence })
    paragraph = []
  }
  for (const { number, text: line } of proseOf(text)) {
    const isBreak = /^\s*(?:$|#|\||<!--|!\[)/.test(line)
    const isItem = /^\s*(?:[-*]|\d+\.) /.test(line)
    if (isBreak || isItem) close()
    if (isBreak) continue
    if (paragraph.length === 0) first = number
    paragraph.push(line.replace(/^\s*(?:[-*]|\d+\.) /, '').trim())
  }
  close()
  return sentences.filter((sentence) => sentence.text !== '')
}

const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length

function findInGuide(path: string, text: string): Finding[] {
  const wire = proseOf(text).flatMap(({ number, text: line }) => {
    const word = WIRE_WORDS.exec(line.replace(/\]\([^)]*\)/g, ']'))?.[0]
    return word
      ? [
          {
            place: `${path}:${number}`,
            problem: `"${word}" is a wire name: put it in backticks or say it in words`,
          },
        ]
      : []
  })
  const long = sentencesOf(text)
    .filter((sentence) => wordsIn(sentence.text) > SENTENCE_WORDS)
    .map((sentence) => ({
      place: `${path}:${sentence.number}`,
      problem: `a sentence of ${wordsIn(sentence.text)} words (at most ${SENTENCE_WORDS}): "${sentence.text.slice(0, 60)}…"`,
    }))
  return [...wire, ...long]
}

/** Finds sentences on screens: strings and text in the web app that read as a sentence. */
function findOnScreen(path: string, text: string): Finding[] {
  const sentences = [
    ...text.matchAll(/'([A-Z][^'\n]* [^'\n]*[.?!])'|>\s*([A-Z][^<>{}()=|&]* [^<>{}()=|&]*[.?!])\s*</g),
  ]
  return sentences.flatMap((match) => {
    const word = WIRE_WORDS.exec(match[1] ?? match[2] ?? '')?.[0]
    return word
      ? [
          {
            place: `${path}:${lineAt(text, match.index)}`,
            problem: `"${word}" is a wire name: use the label`,
          },
        ]
      : []
  })
}

/** All findings for one file. */
export function findInFile(path: string, text: string): Finding[] {
  if (isExcepted(path)) return []
  const words = linesToRead(path, text).flatMap(({ number, text: line }) =>
    NEVER_RIGHT.flatMap(({ pattern, instead }) => {
      const word = pattern.exec(line)?.[0]
      return word ? [{ place: `${path}:${number}`, problem: `"${word}": write ${instead}` }] : []
    }),
  )
  if (path.startsWith('docs/guides/')) return [...words, ...findInGuide(path, text)]
  return path.startsWith('web/') && path.endsWith('.tsx') ? [...words, ...findOnScreen(path, text)] : words
}

/** The problems with a commit subject. */
export function findInSubject(subject: string): string[] {
  if (EXCEPTED_SUBJECTS.some((start) => subject.startsWith(start))) return []
  const [first = ''] = subject.split(' ')
  const problems: string[] = []
  if (subject.length > SUBJECT_CHARACTERS)
    problems.push(`has ${subject.length} characters (at most ${SUBJECT_CHARACTERS})`)
  if (!/^[A-Z]/.test(first) || first.endsWith(':'))
    problems.push('does not start with a verb and a capital letter')
  else if (NOT_IMPERATIVE.test(first) && !IMPERATIVE_AFTER_ALL.has(first)) problems.push('is not imperative')
  if (subject.endsWith('.')) problems.push('ends with a full stop')
  return problems
}
