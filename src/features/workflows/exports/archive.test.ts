import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { archiveOf, csvPart, jsonPart } from './archive.ts'
import type { Row } from './tables.ts'

const NOW = new Date('2026-07-01T00:00:00Z')
const COLUMNS = [{ name: 'id', about: '' }]

async function* failing(): AsyncGenerator<Row> {
  yield { id: 1 }
  throw new Error('column "gone" does not exist')
}

describe('an export whose rows cannot be read', () => {
  it.each([
    ['CSV', csvPart({ name: 'pays', about: '', columns: COLUMNS, rows: failing }, false)],
    ['JSON', jsonPart('pays.json', failing, false)],
  ])('ends the download of a %s file with the error', async (_, part) => {
    const download = archiveOf([part], NOW)
    await expect(buffer(download)).rejects.toThrow('column "gone" does not exist')
  })
})

describe('a reader that disconnects', () => {
  it('ends the query that feeds the current file', async () => {
    let isEnded = false
    async function* endless(): AsyncGenerator<Row> {
      try {
        for (let id = 1; ; id++) yield { id, noise: String(Math.sin(id)) }
      } finally {
        isEnded = true
      }
    }
    const download = archiveOf([jsonPart('pays.json', endless, false)], NOW)
    await once(download, 'readable')
    if (download instanceof Readable) download.destroy()
    await expect.poll(() => isEnded).toBe(true)
  })
})
