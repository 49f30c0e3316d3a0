import { describe, expect, it } from 'vitest'
import { differencesOf, readGoldenFiles } from './cases.ts'

const files = readGoldenFiles('nz')

describe('New Zealand golden cases', () => {
  it('cover all 438 reference examples, each once', () => {
    const ids = files.flatMap((file) => file.cases.map((row) => row.id))
    expect(ids.length).toBe(438)
    expect(new Set(ids).size).toBe(438)
  })

  for (const file of files) {
    it(`${file.path} (${file.status}, ${file.cases.length} cases) is reproduced exactly`, () => {
      const wrong = file.cases.flatMap((row) => differencesOf(file, row).map((text) => `${row.id} ${text}`))
      expect(wrong).toEqual([])
    })
  }
})
