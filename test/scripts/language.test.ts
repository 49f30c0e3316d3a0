import { expect, it } from 'vitest'
import { commentsOf, findInFile, findInSubject, sentencesOf } from '../../scripts/language/find.ts'

const problemsOf = (path: string, text: string) =>
  findInFile(path, text).map(({ place, problem }) => `${place} ${problem}`)

it.each([
  ['docs/guides/planted.md', 'It is read anew.', ':1 "anew": write again'],
  ['src/planted.ts', 'const a = 1\n// Whoever reads this.\n', ':2 "Whoever": write the caller'],
  ['src/planted.ts', '/**\n * Kept ready for the list.\n */', ':2 "Kept ready": write precomputed'],
  ['web/planted.tsx', '/* So many rows are shown. */', ':1 "So many": write the number'],
  ['rates/planted.yaml', 'days: 6 # mend this later', ':1 "mend": write fix'],
  ['ops/planted.md', 'Leave it away.', ':1 "Leave it away": write omit'],
  ['test/planted.test.ts', "it('lets in whoever has a token', () => {})", ':1 "whoever": write the caller'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted source has one
  ['src/planted.ts', 'const text = `${name} has so many pays.`', ':1 "so many": write the number'],
])('finds a word that is never right: %s', (path, text, expected) => {
  expect(problemsOf(path, text).join('\n')).toContain(`${path}${expected}`)
})

it('reads comments, prose and sentences in strings, not code and short strings', () => {
  expect(
    findInFile('src/planted.ts', "const purse = 'anew' // fine\nconst a = 'https://anew.example'"),
  ).toEqual([])
  expect(findInFile('docs/planted.md', '```\nanew\n```\nSee `anew` there.')).toEqual([])
  expect(findInFile('src/planted.ts', "const path = 'mend'\nconst b = 'See `mend` for the place.'")).toEqual(
    [],
  )
  expect(commentsOf("a('// no') // yes").map(({ text }) => text)).toEqual(['// yes'])
})

it('knows English from the dialect', () => {
  expect(
    findInFile('docs/planted.md', 'So long as it holds. There are so many that it is slow. Recommend it.'),
  ).toEqual([])
})

it('finds wire names in sentences for people', () => {
  expect(problemsOf('docs/guides/planted.md', 'Send pay_run_id with it.').join()).toContain(
    '"pay_run_id" is a wire name',
  )
  expect(problemsOf('docs/guides/planted.md', 'It is PAYE_GROSS then.').join()).toContain('"PAYE_GROSS"')
  expect(problemsOf('web/planted.tsx', "const text = 'The field pay_date is missing.'").join()).toContain(
    'use the label',
  )
  expect(problemsOf('web/planted.tsx', '<p>\n  The status is NZ_CLOSEDOWN now.\n</p>').join()).toContain(
    'use the label',
  )
  expect(problemsOf('docs/guides/planted.md', 'Send `pay_run_id` to [it](a_page_here.md).')).toEqual([])
})

it('finds long sentences in guides, and counts code as one word', () => {
  const long = Array.from({ length: 26 }, () => 'word').join(' ')
  expect(problemsOf('docs/guides/planted.md', `Short one. ${long}.`).join()).toContain(
    'a sentence of 26 words',
  )
  expect(problemsOf('docs/guides/planted.md', `\`${long}\` is one word.`)).toEqual([])
  expect(problemsOf('docs/planted.md', `${long}.`)).toEqual([])
  expect(sentencesOf('- One.\n- Two\n  goes on. Three.').map(({ text }) => text)).toEqual([
    'One.',
    'Two goes on.',
    'Three.',
  ])
})

it.each([
  ['Cache pay history by month', []],
  ['Process staged pays on their day', []],
  ['Caches pay history', ['is not imperative']],
  ['Cached pay history', ['is not imperative']],
  ['Documents: five ways', ['does not start with a verb and a capital letter']],
  ['fix the grid', ['does not start with a verb and a capital letter']],
  ['Fix the grid.', ['ends with a full stop']],
  [`Fix ${'x'.repeat(69)}`, ['has 73 characters (at most 72)']],
])('judges a commit subject: %s', (subject, problems) => {
  expect(findInSubject(subject)).toEqual(problems)
})
