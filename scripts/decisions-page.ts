import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { headingsOf } from './markdown.ts'

/**
 * The two indexes of the decision book. A comment under each section's heading lists the numbers of the pages it replaces. A page
 * with a number in its name is a new decision that is not in a chapter yet. Both indexes omit it.
 */

const FOLDER = join(import.meta.dirname, '..', 'docs', 'decisions')
const CHAPTERS = [
  'foundations',
  'storage',
  'performance',
  'reliability',
  'access',
  'employees',
  'australia',
  'new-zealand',
  'terminations',
  'lodgement',
  'money',
  'reports',
  'api',
  'web',
  'sandbox',
]

/** Old pages without a section, because they recorded a piece of work and not a decision. */
const WITHOUT_SECTION: Readonly<Record<string, string>> = {
  '0280': 'a list of audit findings; `test/tidy.test.ts` enforces what can be counted',
}

interface Section {
  readonly chapter: string
  readonly title: string
  readonly anchor: string
  readonly question: string
  readonly numbers: readonly string[]
}

interface Chapter {
  readonly file: string
  readonly title: string
  readonly sections: readonly Section[]
}

export function readChapter(file: string, text: string): Chapter {
  const lines = text.split('\n')
  const headings = headingsOf(text)
  const title = headings.find(({ level }) => level === 1)?.text ?? file
  const sections = headings
    .filter(({ level }) => level === 2)
    .map((heading, index, all) => {
      const body = lines.slice(heading.line, (all[index + 1]?.line ?? lines.length + 1) - 1).join('\n')
      const question = /\*\*Question\.\*\* (.+)/.exec(body)?.[1]
      if (!question || !body.includes('**What we do.**') || !body.includes('**Why.**'))
        throw new Error(`${file}: "${heading.text}" needs Question, What we do and Why`)
      const numbers = /<!--([\d ]+)-->/.exec(body)?.[1]?.trim().split(' ') ?? []
      return { chapter: title, title: heading.text, anchor: heading.anchor, question, numbers }
    })
  return { file, title, sections }
}

const readBook = (): Chapter[] =>
  CHAPTERS.map((name) => readChapter(`${name}.md`, readFileSync(join(FOLDER, `${name}.md`), 'utf8')))

export function decisionsPage(): string {
  const chapters = readBook().map(({ file, title, sections }) =>
    [
      `## [${title}](${file})`,
      '',
      ...sections.map(({ title: name, anchor, question }) => `- [${name}](${file}#${anchor}): ${question}`),
    ].join('\n'),
  )
  return `# Decisions

Why Tasman is built as it is, by subject. Each section gives the question, what we do, why, and what else was considered.
Chapters describe the present. A new decision starts as a numbered page in this folder and moves into its chapter when it has settled.
Code and commits may cite a number: [numbers.md](numbers.md) leads from it to the section.

${chapters.join('\n\n')}

Written by \`npm run docs\`.
`
}

/** The chapters for each number. A test checks the table against the numbers that the code cites. */
export function numbersPage(): string {
  const rows = readBook().flatMap(({ file, sections }) =>
    sections.flatMap(({ title, anchor, numbers }) =>
      numbers.map((number) => ({ number, link: `[${title}](${file}#${anchor})` })),
    ),
  )
  const numbers = [...new Set([...rows.map(({ number }) => number), ...Object.keys(WITHOUT_SECTION)])]
  const lines = numbers.sort().map(
    (number) =>
      `| ${number} | ${
        rows
          .filter((row) => row.number === number)
          .map(({ link }) => link)
          .join(', ') || WITHOUT_SECTION[number]
      } |`,
  )
  return `# Decisions by number

Decisions were numbered pages once, and comments and commits still cite the numbers.

| Number | Section |
|---|---|
${lines.join('\n')}

Numbers that are missing here are separate pages in this folder. Written by \`npm run docs\`.
`
}

/** Files in the folder that are neither chapters, indexes nor numbered pages. */
export const strayDecisionFiles = (): string[] =>
  readdirSync(FOLDER).filter(
    (file) =>
      !/^\d{4}-[\w-]+\.md$/.test(file) &&
      !['README.md', 'numbers.md', ...CHAPTERS.map((name) => `${name}.md`)].includes(file),
  )
