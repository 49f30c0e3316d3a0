import { expect, it } from 'vitest'
import { nameSome } from './name-some.ts'

it('names the first few, and counts the others', () => {
  expect(nameSome(['Mia', 'Noah'], 2, String)).toBe('Mia, Noah')
  expect(nameSome(['Mia', 'Noah', 'Ava'], 2, String)).toBe('Mia, Noah and 1 more')
  expect(nameSome([1, 2, 3], 1, (id) => `pay ${id}`, '; ')).toBe('pay 1 and 2 more')
  expect(nameSome(Array(1_503).fill('Mia'), 3, String)).toBe('Mia, Mia, Mia and 1,500 more')
  expect(nameSome([], 3, String)).toBe('')
})
