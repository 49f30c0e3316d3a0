import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('npm run rates:check lists the tables of the law calendar, under the same names', () => {
  const out = execFileSync(process.execPath, ['scripts/rates-check.ts'], { cwd: root, encoding: 'utf8' })
  const listed = [...out.matchAll(/^ {2}((?:au|nz)\/[\w-]+) +\d{4}-/gm)].map(([, name]) => name)
  const calendar = readFileSync(join(root, 'docs/law-calendar.md'), 'utf8')
  const dated = [...calendar.matchAll(/`((?:au|nz)\/[\w-]+)`/g)].map(([, name]) => name)
  expect(listed.sort()).toEqual(dated.sort())
  expect(out).toContain(`${listed.length} tables.`)
}, 60_000)
