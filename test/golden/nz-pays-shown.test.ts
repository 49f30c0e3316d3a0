import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calculateNzPay } from '../../src/countries/nz/law/pay.ts'
import { knownNzPays } from '../support/nz-any-pay.ts'
import { nzRates } from '../support/nz-pay.ts'

/*
 * Sixty pays of every kind and all that they show, as one short sum each: see shown.ts. What is right about them is said by the golden
 * tables and the properties; this test says that nothing changed unseen. `UPDATE_SHOWN=1` takes a change over that is meant.
 */

const PATH = join(import.meta.dirname, 'nz', 'pays-shown.json')
const COUNT = 60
const sums: string[] = JSON.parse(readFileSync(PATH, 'utf8'))
const pays = knownNzPays(COUNT).map((pay, index) => ({ pay, index }))
const isUpdate = process.env.UPDATE_SHOWN !== undefined

describe('known pays', () => {
  it.each(pays)('show what they showed: $index', ({ pay, index }) => {
    const text = JSON.stringify(calculateNzPay(pay, nzRates))
    const sum = createHash('sha256').update(text).digest('hex').slice(0, 12)
    if (!isUpdate)
      return expect(sum, 'what this pay shows has changed; see test/golden/shown.ts').toBe(sums[index])
    sums[index] = sum
    writeFileSync(PATH, `${JSON.stringify(sums, null, 2)}\n`)
  })
})
