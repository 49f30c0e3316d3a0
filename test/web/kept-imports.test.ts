import { describe, expect, it } from 'vitest'
import {
  type Entry,
  formerValues,
  joinImports,
  loadImports,
  saveImports,
} from '../../web/import/kept-imports.ts'
import { touchedBy } from '../../web/import/undo.ts'

/* Undoing an import on a later day: from ids kept by the browser and values kept by the service. */

const KIM = 'kim@firm.example'
const IMPORT = {
  name: 'xero.csv',
  from: '2026-11-16T09:00:00.4Z',
  to: '2026-11-16T09:00:03.2Z',
  created: [5],
  changed: [{ id: 1, fields: ['city', 'pay_rate_per_hour', 'tax_file_number'] }],
}
const entry = (at: string, changes: Entry['changes'], more: Partial<Entry> = {}): Entry => ({
  ...{ at, action: 'changed', user_email: KIM, changes },
  ...more,
})
const former = (history: Entry[]) => formerValues(IMPORT, IMPORT.changed[0]?.fields ?? [], history, KIM)

describe('the values from before an import', () => {
  const its = entry('2026-11-16T09:00:02Z', [
    { field: 'city', before: 'Perth' },
    { field: 'pay_rate_per_hour', before: 30 },
    { field: 'tax_file_number', before: '***782' },
    { field: 'position', before: 'Cook' },
  ])

  it('are those of its own entry in the history, without masked numbers and fields that the file does not have', () => {
    expect(former([its])).toEqual({ city: 'Perth', pay_rate_per_hour: 30 })
  })

  it('leave out what was changed again since, and what other people or other changes did', () => {
    const later = entry('2026-11-17T08:00:00Z', [{ field: 'city', before: 'Hobart' }])
    expect(former([later, its])).toEqual({ pay_rate_per_hour: 30 })
    const earlier = entry('2026-11-16T08:59:00Z', [{ field: 'city', before: 'Darwin' }])
    const others = entry('2026-11-16T09:00:02Z', [{ field: 'city', before: 'Cairns' }], {
      user_email: 'x@y.z',
    })
    const rate = entry('2026-11-16T09:00:02Z', [{ field: 'city', before: 'Mackay' }], { action: 'pay-rate' })
    expect(former([rate, others, earlier])).toEqual({})
  })

  it('are those from before the first of two parts of a file', () => {
    const second = entry('2026-11-16T09:00:03Z', [{ field: 'city', before: 'Sydney' }])
    expect(former([second, its])).toMatchObject({ city: 'Perth' })
  })
})

describe('an import that is kept', () => {
  it('names whom it created and what it changed, and no value', () => {
    const before = [{ id: 1, number: 'A1', city: 'Perth' }]
    const after = [...before, { id: 5, number: 'A5' }, { id: 6, number: 'B6' }]
    const rows = [
      { number: 'A1', city: 'Sydney' },
      { number: 'A5', city: 'Sydney' },
    ]
    const touched = touchedBy(rows, before, after)
    expect(touched).toEqual({ created: [5], changed: [{ id: 1, fields: ['city'] }] })
    expect(JSON.stringify(touched)).not.toContain('Sydney')
  })

  it('joins the parts of a file; a person whom it created has no earlier values', () => {
    const next = { ...IMPORT, from: IMPORT.to, created: [6], changed: [{ id: 5, fields: ['city'] }] }
    expect(joinImports(IMPORT, next)).toMatchObject({
      from: IMPORT.from,
      created: [5, 6],
      changed: IMPORT.changed,
    })
  })

  it('is found again by person and company, and storage that cannot be read is empty', () => {
    const content = new Map<string, string>()
    const storage = {
      getItem: (key: string) => content.get(key) ?? null,
      setItem: (key: string, value: string) => void content.set(key, value),
      removeItem: (key: string) => void content.delete(key),
    }
    const scope = { person: 7, company: 3 }
    saveImports(storage, scope, [IMPORT])
    expect(loadImports(storage, scope)).toEqual([IMPORT])
    expect(loadImports(storage, { person: 8, company: 3 })).toEqual([])
    for (const key of content.keys()) content.set(key, '{')
    expect(loadImports(storage, scope)).toEqual([])
    saveImports(storage, scope, [])
    expect(content.size).toBe(0)
  })
})
