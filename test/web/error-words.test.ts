import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import recorded from '../../src/http/error-words.json' with { type: 'json' }
import '../../web/validation-words.ts'
import { problemAt } from '../../web/parts/field-problem.ts'
import { plainWords } from '../../web/plain-words.ts'
import { apiWordsIn } from '../support/api-words.ts'

/* Checks every error of the service as the web app shows it: it contains no names from the API. */

const ROOT = join(import.meta.dirname, '../../src')
/** The sentence of an error in the source. Placeholders stand for its values. */
const SENTENCE =
  /\b(?:badRequest|forbidden|notFound|conflict|unprocessable|preconditionFailed|invalid|new Problem)\(\s*(?:\d+,\s*)?(?:\[[^\]]*\],\s*)?(`[^`]*`|'(?:[^'\\]|\\.)*')/g
/** For programs only: no screen can cause them. */
const FOR_PROGRAMS = /\/(?:oauth|http|partner-checkout|api-admin|sandbox)\//

function sentences(): { path: string; sentence: string }[] {
  return (
    readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !FOR_PROGRAMS.test(path))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(SENTENCE)].map(([, quoted = '']) => ({
          path: path.slice(ROOT.length),
          sentence: quoted.slice(1, -1).replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'Mia'),
        })),
      )
      // A template within a template: its sentence is built elsewhere.
      .filter(({ sentence }) => !sentence.includes('${'))
  )
}

it('an error says what is wrong in words', () => {
  const all = sentences()
  expect(all.length).toBeGreaterThan(300)
  const wrong = all.filter(({ sentence }) => apiWordsIn(plainWords(sentence)).length > 0)
  expect(wrong).toEqual([])
})

it('so does every error that the tests have heard', () => {
  const heard = Object.entries(recorded).flatMap(([operation, byStatus]) =>
    Object.values(byStatus).map((sentence) => ({ operation, sentence })),
  )
  expect(heard.length).toBeGreaterThan(200)
  const wrong = heard
    .map(({ operation, sentence }) => ({ operation, words: plainWords(sentence) }))
    .filter(({ words }) => apiWordsIn(words).length > 0)
  expect(wrong).toEqual([])
})

/** Data types, notations and codes of the API's validation. */
const NOTATION =
  /decimal string|YYYY|\b\d{4}-\d\d(-\d\d)?\b|[<>]=|pattern|schema|\bUTC\b|ASCII|"[^"]*"|\b[A-Z]{4,}, [A-Z]{4,}/

it('so does every rule of a field', () => {
  const rules = readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !FOR_PROGRAMS.test(path))
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/(?:'x-problem':|problem =|\?)\s*['`](must [^'`]*)['`]/g),
    ])
    .map(([, rule = '']) => rule.replaceAll(/\$\{[^}]*\}/g, '7'))
  expect(rules.length).toBeGreaterThan(40)
  const wrong = rules
    .map((rule) => problemAt('Hours', `leave_hours ${rule}`))
    .filter((words) => !words.startsWith('Hours ') || NOTATION.test(words) || apiWordsIn(words).length > 0)
  expect(wrong).toEqual([])
})

it('no screen shows a warning of the service as it was sent', () => {
  const web = join(import.meta.dirname, '../../web')
  const shown = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /[>\s]\{warning\}|warnings\.join\(|said\.join\(/.test(readFileSync(path, 'utf8')))
  expect(shown.map((path) => path.slice(web.length))).toEqual([])
})
