import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, as the checks that use it
import { documentedCommands } from '../../scripts/documented-commands.mjs'

/*
 * The checks of the image and the tarball run the commands of the operations guide, which must match the other pages.
 */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
const guides = readdirSync(join(root, 'docs/guides')).map((file) => `docs/guides/${file}`)
const pages = ['README.md', 'SECURITY.md', 'compose.yaml', ...guides]

const namesIn = (text: string) =>
  [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
const listed: string[] = documentedCommands()

it('every command on every page exists', () => {
  for (const page of pages)
    for (const name of namesIn(read(page))) expect(scripts[name], `${page}: ${name}`).toBeDefined()
})

it('every documented command that needs no development dependencies is run in the image and the tarball', () => {
  // A demo service answers this one, and no production service does.
  const operators = Object.entries(scripts)
    .filter(
      ([name, line]) =>
        line.startsWith('node scripts/run.mjs ') && !line.includes('--dev') && name !== 'token',
    )
    .map(([name]) => name)
  expect(operators).toContain('create-customer')
  expect(new Set(listed.flatMap(namesIn))).toEqual(new Set(operators))
  for (const file of ['image-check', 'release'])
    expect(read(`scripts/${file}.mjs`)).toContain('tryInstallation(')
  expect(read('scripts/try-installation.mjs')).toContain('runDocumentedCommands(')
})

/* The checks above run one line for each script. A command whose subcommands differ needs a test of its own. */
it('every subcommand of npm run law is run as a process by a test', () => {
  const [, usage = ''] = /'(npm run law -- [^']+)'/.exec(read('scripts/law.ts')) ?? []
  const subcommands = usage
    .split(' -- ')[1]
    ?.split(' | ')
    .map((each) => each.split(' ')[0])
  expect(subcommands).toEqual(['status', 'pack', 'install', 'rollback', 'erratum'])
  const test = read('test/scripts/law-command.test.ts')
  for (const name of subcommands ?? []) expect(test).toContain(`law(['${name}'`)
})

it('no script runs its commands before the constants that they use are declared', () => {
  for (const file of readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.ts'))) {
    const lines = read(`scripts/${file}`).split('\n')
    const start = lines.findIndex((line) => /^(?:try \{|await )/.test(line))
    const late = start < 0 ? [] : lines.slice(start).filter((line) => /^const \w+ = (?:async )?\(/.test(line))
    expect(late, file).toEqual([])
  }
})

it('the guide says how to run one in a container', () => {
  expect(read('docs/guides/operate.md')).toMatch(/docker compose exec tasman npm run create-customer/)
  expect(read('docs/guides/operate.md')).toMatch(/docker compose run --rm tasman npm run/)
})
