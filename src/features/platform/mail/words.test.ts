import { expect, it } from 'vitest'
import { textProblem } from '../../../http/bounded-schema.ts'
import { brandedMail } from './html.ts'
import { subjectOf } from './words.ts'

it.each([
  ['https://evil.com/a', 'https:// evil. com/a'],
  ['evil.com', 'evil. com'],
  ['evil.com/login', 'evil. com/login'],
  ['a.b.evil.com', 'a. b. evil. com'],
  ['//evil', '// evil'],
  ['http:evil', 'http: evil'],
  ['mailto:x@evil.com', 'mailto: x@evil. com'],
  ['1.2.3.4/login', '1.2.3. 4/login'],
  ['a_.com 💩.la', 'a_. com 💩. la'],
  ['(evil).com', '(evil). com'],
  ['www.evil.example', 'www. evil. example'],
])('breaks what mail programs link: %s', (text, broken) => {
  expect(subjectOf(text)).toBe(broken)
})

it.each([
  'J. Smith',
  'J.R. Smith',
  'Smith & Co. Pty Ltd',
  'Paid 1,250.50 on 2026-07-08',
  'A/B 24/7',
  'Note: see me',
])('leaves ordinary names alone: %s', (text) => expect(subjectOf(text)).toBe(text))

it('breaks the brand name too', () => {
  const brand = { name: 'https://evil.example/brand' } as Parameters<typeof brandedMail>[2]
  expect(brandedMail('Hello', [], brand).html).toContain(
    '<strong style="color:#0f5e63">https:// evil. example/brand<',
  )
})

it.each(['A\u{e0041}', 'A\ufff9', 'A\ue000', '\u2800', ' \u2800 '])(
  'refuses invisible characters: %j',
  (text) => {
    expect(textProblem(text)).toBe('must not contain invisible characters')
  },
)
