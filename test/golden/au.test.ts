import { describe, expect, it } from 'vitest'
import { differencesOf, readGoldenFiles } from './cases.ts'

const files = readGoldenFiles('au')

describe('Australian golden cases', () => {
  it('cover all 1,065 reference examples', () => {
    expect(files.flatMap((file) => file.cases.map((row) => row.id)).length).toBeGreaterThanOrEqual(1065)
  })

  for (const file of files) {
    it(`${file.path} (${file.status}, ${file.cases.length} cases) is reproduced exactly`, () => {
      const wrong = file.cases.flatMap((row) => differencesOf(file, row).map((text) => `${row.id} ${text}`))
      expect(wrong).toEqual([])
    })
  }
})
