import { describe, expect, it } from 'vitest'
import { civilDate } from '../kernel/values/dates.ts'
import type { Dated } from './rates/timeline.ts'
import * as sources from './sources.ts'
import { cite, FIGURES_OF_THIS_PAY, given, HOLIDAYS_ACT, law, ROW, sourceText } from './sources.ts'

const table = (title: string, status: Dated<null>['source']['status']): Dated<null> => ({
  from: civilDate('2026-07-01'),
  value: null,
  source: { title, publisher: 'P', href: 'https://example.com', status },
})

describe('where a step comes from, in words', () => {
  it('is each table with its day, and a doubt where it was not read in the publication itself', () => {
    expect(sourceText(cite(table('NAT 1004', 'published'), table('NAT 3539', 'derived')))).toBe(
      'NAT 1004, from 2026-07-01; NAT 3539, from 2026-07-01 (derived)',
    )
  })

  it('is an Act, what someone said, or the pay itself', () => {
    expect(sourceText(law('An Act'))).toBe('An Act')
    expect(sourceText(given('Employer'))).toBe('Employer')
    expect(sourceText(HOLIDAYS_ACT)).toContain('Holidays Act 2003')
    expect(sourceText(ROW)).toBe('Row of this pay')
    expect(sourceText(FIGURES_OF_THIS_PAY)).toContain('no table is needed')
    expect(FIGURES_OF_THIS_PAY).toEqual({ kind: 'figures' })
  })

  it('is never empty', () => {
    const named = Object.values(sources).filter((value) => typeof value !== 'function')
    for (const source of named) expect(sourceText(source).length).toBeGreaterThan(10)
    expect(named.length).toBeGreaterThan(8)
  })
})
