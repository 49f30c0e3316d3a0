import { describe, expect, it } from 'vitest'
import { civilDate } from '../../kernel/values/dates.ts'
import { decimal } from '../../kernel/values/money.ts'
import { bandFor, bandsIn, rateBandsIn } from './bands.ts'
import { RateFileError, RateMap, type RateNode } from './node.ts'
import { RateTables } from './tables.ts'

const map = (data: RateNode, name = 'table') => new RateMap(data, name)

describe('a map of a rate file', () => {
  it('is a map', () => {
    for (const node of ['text', ['list'], undefined])
      expect(() => new RateMap(node, 'paye')).toThrow(new RangeError('paye is not a map'))
    expect(() => new RateMap('text')).toThrow(new RangeError('the file is not a map'))
  })

  it('knows its keys', () => {
    const data = map({ a: '1', b: '2' })
    expect([data.has('a'), data.has('c'), data.keys()]).toEqual([true, false, ['a', 'b']])
  })

  it('reads texts, figures, whole numbers and dates, each by name when it is wrong', () => {
    const data = map({ t: 'text', f: '-12.50', w: '12', d: '2026-07-01', e: '', x: '1.', y: '-1', l: ['a'] })
    expect([data.text('t'), data.figure('f').toFixed(2), data.whole('w'), data.date('d')]).toEqual([
      'text',
      '-12.50',
      12,
      '2026-07-01',
    ])
    expect(() => data.text('e')).toThrow(new RangeError('table.e is missing'))
    expect(() => data.text('none')).toThrow('table.none is missing')
    expect(() => data.text('l')).toThrow('table.l is missing')
    for (const key of ['t', 'x', 'd']) expect(() => data.figure(key)).toThrow(`table.${key}: `)
    for (const key of ['t', 'y', 'f']) expect(() => data.whole(key)).toThrow('is not a whole number')
    expect(() => data.date('t')).toThrow('table.t: text is not a date')
    expect(() => map({ a: '12a' }).whole('a')).toThrow('not a whole number')
    expect(() => map({ a: 'a12' }).whole('a')).toThrow('not a whole number')
    for (const text of ['1a', 'a1', '1..2', '.5'])
      expect(() => map({ a: text }).figure('a')).toThrow('is not a figure')
  })

  it('reads lists with entries', () => {
    const data = map({ l: ['1', '2.5'], e: [], t: 'text', h: ['1', ''], m: [['x']] })
    expect([data.texts('l'), data.figures('l').map(String)]).toEqual([
      ['1', '2.5'],
      ['1', '2.5'],
    ])
    for (const key of ['e', 't', 'none'])
      expect(() => data.texts(key)).toThrow(`table.${key} is not a list with entries`)
    for (const key of ['h', 'm']) expect(() => data.texts(key)).toThrow(`table.${key} has an empty entry`)
  })

  it('reads words of a closed list, yes or no, and days of any year', () => {
    const data = map({ w: 'b', l: ['a', 'b'], y: 'yes', n: 'no', d: '02-29', x: '02-30' })
    expect([
      data.word('w', ['a', 'b']),
      data.words('l', ['a', 'b']),
      data.isYes('y'),
      data.isYes('n'),
    ]).toEqual(['b', ['a', 'b'], true, false])
    expect(() => data.word('w', ['a', 'c'])).toThrow('table.w: b is none of a, c')
    expect(() => data.words('l', ['a'])).toThrow('table.l: b is none of a')
    expect(data.dayOfYear('d')).toBe('02-29')
    expect(() => data.dayOfYear('x')).toThrow('table.x: 02-30 is not a day (MM-DD)')
  })

  it('reads maps below it, and says where they are', () => {
    const data = map({
      m: { a: '1' },
      l: [{ a: '1' }, { a: 'x' }],
      days: { '2026-01-01': 'New Year' },
      odd: { x: '1' },
    })
    expect(data.map('m').figure('a').toFixed()).toBe('1')
    expect(() => data.maps('l')[1]?.figure('a')).toThrow('table.l[1].a: x is not a figure')
    expect(data.map('days').days()).toEqual(['2026-01-01'])
    expect(() => data.map('odd').days()).toThrow('table.odd: x is not a date')
    expect(data.map('m').figuresBy(['a'])).toEqual({ a: decimal('1') })
    expect(() => data.map('m').figuresBy(['a', 'b'])).toThrow('table.m.b is missing')
  })

  it('refuses a key that nothing has read, here or below', () => {
    const data = map({ a: '1', m: { b: '1', c: '2' } })
    expect(() => data.refuseUnread()).toThrow('table.a is not a known key')
    data.text('a')
    expect(() => data.refuseUnread()).toThrow('table.m is not a known key')
    const below = data.map('m')
    below.text('b')
    expect(() => data.refuseUnread()).toThrow('table.m.c is not a known key')
    below.ignoreRest()
    expect(() => data.refuseUnread()).not.toThrow()
    const list = map({ l: [{ a: '1' }] })
    list.maps('l')
    expect(() => list.refuseUnread()).toThrow('table.l[0].a is not a known key')
  })
})

describe('bands', () => {
  const band = (below: string | null, a = '0.1', b = '0') => ({ ...(below === null ? {} : { below }), a, b })
  const rate = (to: string | null, value: string) => ({ ...(to === null ? {} : { to }), rate: value })
  const bands = (...rows: RateNode[]) => bandsIn(map({ bands: rows }), 'bands')
  const rates = (...rows: RateNode[]) => rateBandsIn(map({ bands: rows }), 'bands')

  it('are read with an open top', () => {
    expect(bands(band('100'), band(null)).map(({ below }) => below?.toFixed() ?? null)).toEqual(['100', null])
    expect(rates(rate('100', '0.1'), rate(null, '0.2')).map(({ to, rate: own }) => `${to} ${own}`)).toEqual([
      '100 0.1',
      'null 0.2',
    ])
    expect(() => bands(band('100'), band('200'))).toThrow('bands: only the last band is open at the top')
    expect(() => bands(band(null), band(null))).toThrow('only the last band is open')
  })

  it('rise, in limits and in rates', () => {
    expect(() => bands(band('100'), band('100'), band(null))).toThrow('bands: the limits do not increase')
    expect(() => bands(band('200'), band('100'), band(null))).toThrow('the limits do not increase')
    expect(() => rates(rate('100', '0.1'), rate(null, '0.1'))).toThrow(
      'bands: the rate of band 2 does not rise',
    )
    expect(() => rates(rate('100', '0.2'), rate(null, '0.1'))).toThrow('the rate of band 2 does not rise')
    expect(() => rates(rate('200', '0.1'), rate('100', '0.2'), rate(null, '0.3'))).toThrow(
      'the limits do not increase',
    )
  })

  it('without an open top have no band for everything', () => {
    expect(() => bandFor([{ below: decimal('1') }], decimal('1'))).toThrow(
      'a table of bands without an open top',
    )
  })
})

describe('the files of a table', () => {
  const source = { title: 'T', publisher: 'P', href: 'https://example.com', status: 'published' }
  const file = (path: string, data: Record<string, RateNode>) => ({
    path,
    data: { source, rate: '0.1', ...data },
  })
  const read = (...files: { path: string; data: RateNode }[]) =>
    new RateTables('au', files).table('levy', 'levy', (data) => data.figure('rate').toFixed())

  it('are named by the day, a year by its number, or hold an entry for each day', () => {
    const own = read(
      file('levy/2025.yaml', { effective_from: '2025-01-01', effective_to: '2025-12-31' }),
      file('levy/2026-01-01.yaml', { effective_from: '2026-01-01', rate: '0.2' }),
    )
    expect([own.at(civilDate('2025-06-30')).value, own.at(civilDate('2026-06-30')).value]).toEqual([
      '0.1',
      '0.2',
    ])
    const values = { '2026-01-01': { rate: '0.3', source } }
    expect(read({ path: 'levy.yaml', data: { check_by: '2027-01-01', values } }).entries).toEqual([
      { from: '2026-01-01', value: '0.3', source },
    ])
  })

  it('are refused by file and reason', () => {
    const refused = (path: string, data: Record<string, RateNode>) => () => read(file(path, data))
    const first = { effective_from: '2026-01-01' }
    expect(refused('levy/2026-02-01.yaml', first)).toThrow(
      new RateFileError(
        'rates/au/levy/2026-02-01.yaml: effective_from: 2026-01-01 is not the day that names the file',
      ),
    )
    const name = 'levy/2026-01-01.yaml'
    expect(refused(name, { ...first, effective_to: '2025-12-31' })).toThrow(
      'effective_to is before effective_from',
    )
    expect(refused(name, { ...first, effective_to: '2026-01-01' })).not.toThrow()
    expect(refused(name, { ...first, check_by: 'soon' })).toThrow('check_by: soon is not a date')
    expect(refused(name, { ...first, odd: '1' })).toThrow(
      'rates/au/levy/2026-01-01.yaml: odd is not a known key',
    )
    expect(() => read(file('levies/2026-01-01.yaml', first))).toThrow('rates/au/levy: there is no rate file')
    expect(() => read(file(name, first), file('levy/2026.yaml', first))).toThrow(
      'rates/au/levy: levy: the tables from',
    )
  })

  it('declare a gap with its reason', () => {
    const missing = { from: '2025-02-01', to: '2025-12-31', reason: 'Not printed.' }
    const own = read(
      file('levy/2025-01-01.yaml', { effective_from: '2025-01-01', effective_to: '2025-01-31', missing }),
      file('levy/2026-01-01.yaml', { effective_from: '2026-01-01' }),
    )
    expect(own.gaps).toEqual([missing])
  })

  it('are all of a known table', () => {
    const tables = new RateTables('nz', [file('odd/2026-01-01.yaml', { effective_from: '2026-01-01' })])
    expect(() => tables.refuseUnknown()).toThrow(
      'rates/nz/odd/2026-01-01.yaml: there is no table with this name',
    )
    tables.table('odd', 'odd', (data) => data.figure('rate'))
    expect(() => tables.refuseUnknown()).not.toThrow()
  })
})
