import { describe, expect, it } from 'vitest'
import { createEmbeddedLookup, suggestFrom } from './embedded.ts'
import { type Locality, LocalityIndex } from './localities/locality-index.ts'

const LOCALITIES: Locality[] = [
  ['Newtown', 'NSW', '2042', 'AU'],
  ['Newtown', 'VIC', '3220', 'AU'],
  ['Newtown', 'WGN', '', 'NZ'],
  ['Newtown Creek', 'QLD', '4000', 'AU'],
  ['Surry Hills', 'NSW', '2010', 'AU'],
  ['Hillside', 'VIC', '3037', 'AU'],
  ["O'Connor", 'ACT', '2602', 'AU'],
  ['Whangārei', 'NTL', '', 'NZ'],
  ['Kew', 'VIC', '3101', 'AU'],
]
const index = new LocalityIndex(LOCALITIES)
const suggest = (text: string, options: { countries?: string[]; limit?: number; primary?: string } = {}) =>
  suggestFrom(index, { text, countries: ['AU', 'NZ'], limit: 5, primary: '', ...options })
const formatted = (text: string, options = {}) => suggest(text, options).map((found) => found.formatted)

describe('ranking', () => {
  it('puts the whole name first, then names that start so, then later words', () => {
    expect(formatted('newtown')).toEqual([
      'Newtown NSW 2042, Australia',
      'Newtown VIC 3220, Australia',
      'Newtown WGN, New Zealand',
      'Newtown Creek QLD 4000, Australia',
    ])
    expect(formatted('hill')).toEqual(['Hillside VIC 3037, Australia', 'Surry Hills NSW 2010, Australia'])
  })

  it('ranks the primary country first and excludes nothing', () => {
    const found = suggest('newtown', { primary: 'NZ' })
    expect(found.map(({ country }) => country)).toEqual(['NZ', 'AU', 'AU', 'AU'])
  })

  it('keeps to the countries and the limit', () => {
    expect(formatted('newtown', { countries: ['NZ'] })).toEqual(['Newtown WGN, New Zealand'])
    expect(formatted('newtown', { countries: ['US'] })).toEqual([])
    expect(suggest('newtown', { limit: 1 })).toHaveLength(1)
  })
})

describe('what is typed', () => {
  it.each([
    ['Newtown VIC', ['Newtown VIC 3220, Australia']],
    ['newtown 32', ['Newtown VIC 3220, Australia']],
    ['newtown nsw 2042', ['Newtown NSW 2042, Australia']],
    ['newtown nsw 9', []],
    ['2042', ['Newtown NSW 2042, Australia']],
    ['oconnor', ["O'Connor ACT 2602, Australia"]],
    ['o’con', ["O'Connor ACT 2602, Australia"]],
    ['WHANGAREI', ['Whangārei NTL, New Zealand']],
    ['whangār', ['Whangārei NTL, New Zealand']],
    ['   ', []],
    ['!!!', []],
    ['nowhere at all', []],
  ])('%j finds %j', (text, expected) => {
    expect(formatted(text)).toEqual(expected)
  })

  it('gives the words before the locality back as the street', () => {
    expect(suggest('12 Smith St, New', { limit: 1 })).toEqual([
      {
        formatted: '12 Smith St, Newtown NSW 2042, Australia',
        address1: '12 Smith St',
        city: 'Newtown',
        state: 'NSW',
        postcode: '2042',
        country: 'AU',
      },
    ])
    expect(suggest('Unit 3/5 High Street Kew vic')[0]).toMatchObject({
      address1: 'Unit 3/5 High Street',
      city: 'Kew',
    })
  })

  it('knows no street for a locality alone, and no postcode in New Zealand', () => {
    expect(suggest('whangarei')[0]).toMatchObject({ address1: null, postcode: null, state: 'NTL' })
  })
})

describe('loading', () => {
  it('happens once, at the first question', async () => {
    let loads = 0
    const lookup = createEmbeddedLookup({ warn: () => {} }, async () => {
      loads += 1
      return LOCALITIES
    })
    expect(loads).toBe(0)
    const query = { text: 'kew', countries: ['AU'], limit: 5, primary: '' }
    await Promise.all([lookup.suggest(query), lookup.suggest(query)])
    await lookup.suggest(query)
    expect(loads).toBe(1)
  })

  it('answers an empty list when the data cannot be read, and tries again later', async () => {
    let isBroken = true
    const lookup = createEmbeddedLookup({ warn: () => {} }, async () => {
      if (isBroken) throw new Error('no such file')
      return LOCALITIES
    })
    const query = { text: 'kew', countries: ['AU'], limit: 5, primary: '' }
    expect(await lookup.suggest(query)).toEqual([])
    isBroken = false
    expect(await lookup.suggest(query)).toHaveLength(1)
  })
})
