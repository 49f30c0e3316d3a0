// npm run lint:language: finds words, sentences and commit subjects that break the rules in scripts/language/rules.ts.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, findInFile, findInSubject } from './language/find.ts'
import { COMMITS_SINCE } from './language/rules.ts'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run lint:language' })

const root = join(import.meta.dirname, '..')
const git = (...words: string[]): string =>
  execFileSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const READ = /\.(?:md|ts|tsx|mjs|css|ya?ml)$/

function findInFiles(): Finding[] {
  return git('ls-files', '--cached', '--others', '--exclude-standard')
    .split('\n')
    .filter((path) => READ.test(path) && existsSync(join(root, path)))
    .flatMap((path) => findInFile(path, readFileSync(join(root, path), 'utf8')))
}

function findInCommits(): Finding[] {
  let log: string
  try {
    log = git('log', '--no-merges', '--format=%h %s', `${COMMITS_SINCE}..HEAD`)
  } catch {
    console.log(`This clone has no commit ${COMMITS_SINCE}: commit subjects were not checked.`)
    return []
  }
  return log
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [hash = '', ...words] = line.split(' ')
      return findInSubject(words.join(' ')).map((problem) => ({
        place: `commit ${hash}`,
        problem: `"${words.join(' ')}" ${problem}`,
      }))
    })
}

const findings = [...findInFiles(), ...findInCommits()]
for (const { place, problem } of findings) console.error(`${place}: ${problem}`)
if (findings.length > 0) {
  console.error(`${findings.length} places break the language rules (scripts/language/rules.ts).`)
  process.exitCode = 1
}
