import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EmployeeCreate, EmployeeUpdate } from '../../src/features/employees/employees/schema.ts'
import { hasWrittenSince, keyOf, once } from '../../web/api/once.ts'
import { sectionsFor } from '../../web/employees/sections.ts'
import { addDays, day, dayOf, moment, showTimesOf } from '../../web/format.ts'

/* Rules for every screen, checked without a browser. */

const WEB = join(import.meta.dirname, '../../web')
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(WEB, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
  }))
const using = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

describe('every write takes one way', () => {
  it('only the client talks to the service', () => {
    expect(using(/\bfetch\(|XMLHttpRequest|sendBeacon|EventSource|WebSocket/)).toEqual(['api/client.ts'])
    expect(using(/\bsendAs\(/).sort()).toEqual(['api/client.ts', 'api/sign-in.ts'])
    expect(using(/<form[^>]*\b(action|method)=/)).toEqual([])
  })

  it('inside the client, only what joins repeats sends a write', () => {
    const client = readFileSync(join(WEB, 'api/client.ts'), 'utf8')
    // `ask` and `download`, which both use `once`, and the read helper.
    expect(client.match(/\bsend\(/g)).toHaveLength(4)
    expect(client.match(/\bonce\(keyOf\(/g)).toHaveLength(2)
    expect(client).toContain("await send('GET', path)")
  })

  it('a write that is under way is joined, a later one is sent', async () => {
    let sent = 0
    const answer = Promise.withResolvers<number>()
    const write = () => {
      sent += 1
      return answer.promise
    }
    const before = performance.now()
    const key = keyOf('POST', '/app/api/company', { legal_name: 'A' })
    const both = [once(key, write), once(key, write)]
    const other = once(keyOf('POST', '/app/api/company', { legal_name: 'B' }), write)
    answer.resolve(7)
    expect(await Promise.all([...both, other])).toEqual([7, 7, 7])
    expect([sent, hasWrittenSince(before), hasWrittenSince(performance.now() + 1)]).toEqual([2, true, false])
    await once(key, write)
    expect(sent).toBe(3)
  })

  it('a write that was refused is not joined afterwards, and files are told apart', async () => {
    const key = keyOf('PUT', '/app/api/branding/logo', new File(['a'], 'a.png', { lastModified: 1 }))
    expect(key).toBe(keyOf('PUT', '/app/api/branding/logo', new File(['b'], 'a.png', { lastModified: 1 })))
    expect(key).not.toBe(
      keyOf('PUT', '/app/api/branding/logo', new File(['a'], 'a.png', { lastModified: 2 })),
    )
    await expect(once(key, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(await once(key, async () => 'stored')).toBe('stored')
  })
})

describe('the employee form', () => {
  for (const country of ['AU', 'NZ'] as const)
    it(`shows each field of ${country} in exactly one section`, () => {
      for (const schema of [EmployeeCreate, EmployeeUpdate]) {
        const fields = Object.keys((schema as unknown as { properties: object }).properties)
        expect(fields).toContain('allow_view_payslips')
        const sections = sectionsFor(country, fields)
        const shown = sections.flatMap((section) => section.fields)
        expect(shown.toSorted()).toEqual([...new Set(shown)].toSorted())
        const hidden = fields.filter((field) => !shown.includes(field))
        const foreign = sectionsFor(country === 'AU' ? 'NZ' : 'AU', fields).flatMap(
          (section) => section.fields,
        )
        const nowhere = hidden.filter((field) => !foreign.includes(field))
        expect(nowhere.toSorted()).toEqual(
          ['id', 'effective_from', 'allow_edit_timesheet', 'allow_edit_timeclock']
            .filter((field) => fields.includes(field))
            .toSorted(),
        )
        const portal = sections.find(({ title }) => title === 'Self-service')
        expect(portal?.fields).toContain('allow_view_payslips')
      }
    })
})

describe('dates', () => {
  it('of a timestamp are those of the company’s country, wherever the reader is', () => {
    showTimesOf('AU')
    expect(dayOf('2026-11-17T16:28:00')).toBe('18 Nov 2026')
    expect(dayOf('2026-11-17T12:59:59')).toBe('17 Nov 2026')
    expect(moment('2026-11-17T16:28:00')).toMatch(/^18 Nov 2026, 3:28/)
    showTimesOf('NZ')
    expect(dayOf('2026-11-17T11:00:00')).toBe('18 Nov 2026')
    expect(dayOf('2026-07-17T11:59:59')).toBe('17 July 2026')
    showTimesOf('AU')
  })

  it('never throw, whatever they are given', () => {
    for (const value of ['', 'soon', '0', '2026-13-45', null])
      for (const format of [day, dayOf, moment]) expect(format(value)).toBe(value || '–')
    expect(addDays('soon', 1)).toBe('soon')
  })

  it('are cut out of timestamps by the formatter alone', () => {
    expect(using(/\.slice\(0, ?10\)|toISOString|toLocale(Date|Time)?String\(/)).toEqual(['format.ts'])
    expect(using(/DateTimeFormat/).sort()).toEqual(['format.ts', 'reports/charts.tsx'])
  })
})
