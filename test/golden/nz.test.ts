import { describe, expect, it } from 'vitest'
import { wrongSteps } from '../support/step-check.ts'
import { differencesOf, readGoldenFiles } from './cases.ts'
import { stepsOfCases } from './nz-kinds.ts'

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

  it('have steps whose inputs lead to their amounts', () => {
    stepsOfCases()
    for (const file of files) for (const row of file.cases) differencesOf(file, row)
    const steps = stepsOfCases()
    expect(steps.length).toBeGreaterThan(3000)
    expect([...new Set(wrongSteps(steps, {}))]).toEqual([])
  })
})
