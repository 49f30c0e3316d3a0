import { describe, expect, it } from 'vitest'
import { REPORTS } from '../../src/features/reports/reports/catalogue/index.ts'
import { cellText, reportHelp } from '../../web/reports/words.ts'
import { apiWordsIn } from '../support/api-words.ts'

describe('a report in front of a person', () => {
  it.each(REPORTS.map((report) => [report.name, report] as const))(
    '%s is described in words',
    (_, report) => {
      const texts = [
        report.title,
        reportHelp(report.description),
        ...Object.values(report.groupings).map(({ title }) => title),
      ]
      expect(texts.flatMap((text) => [...apiWordsIn(text), ...(text.match(/`/g) ?? [])])).toEqual([])
    },
  )

  it.each([
    ['classification', 'UNION_FEES', 'Union fees'],
    ['gender', 'UNKNOWN', 'Not stated'],
    ['status', 'active', 'Active'],
    ['pay_period', 'FOUR_WEEKLY', 'Four-weekly'],
    ['month', '2026-11', 'Nov 2026'],
    ['month', 'July to September', 'July to September'],
    ['state', 'NSW', 'NSW'],
    ['employee', 'Mia McDonald', 'Mia McDonald'],
    ['position', 'CHEF', 'CHEF'],
  ])('has words in the column %s for %s', (name, cell, words) => {
    expect(cellText(name, cell)).toBe(words)
  })
})
