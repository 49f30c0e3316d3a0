import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countryOf } from '../../src/countries/index.ts'
import { payPeriodsOf } from '../../web/pays/codes.ts'

/* A form offers only what the service accepts in the country. */

it.each(['AU', 'NZ'] as const)('pay periods of %s are those of its law', (country) => {
  expect(payPeriodsOf(country === 'NZ').toSorted()).toEqual(countryOf(country).payPeriods.toSorted())
})

it('no screen lists pay periods of its own', () => {
  const web = join(import.meta.dirname, '../../web')
  const own = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'utf8').includes('FORTNIGHTLY'))
  expect(own.map((path) => path.slice(web.length))).toEqual([])
})
