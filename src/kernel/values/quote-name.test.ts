import { describe, expect, it } from 'vitest'
import { quoteName } from './quote-name.ts'

describe('a name in a sentence that someone approves', () => {
  it.each([
    'Mia Nguyen',
    'Zoë O’Brien-Smith',
    "D'Arcy Ngata",
    'Māui Tāwhiri',
    'Southern Cross Coffee Pty Ltd',
  ])('%s is written as it is', (name) => {
    expect(quoteName(name)).toBe(name)
  })

  it.each([
    ['Priya Sharma (none becomes ***040)', '"Priya Sharma (none becomes ***040)"'],
    ['Mia. Nothing else changes', '"Mia. Nothing else changes"'],
    ['A", of "B', '"A\', of \'B"'],
    ['CASE 17', '"CASE 17"'],
    ['Smith & Co', '"Smith & Co"'],
    ['', '""'],
  ])('%s is quoted', (name, shown) => {
    expect(quoteName(name)).toBe(shown)
  })
})
