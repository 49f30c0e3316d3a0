import { expect, it } from 'vitest'
import { createBufferedWriter } from './buffered-writer.ts'

function open(options: { isRetried: boolean; waitingMax?: number }) {
  const written: number[][] = []
  const failures: number[] = []
  const database = { isDown: false }
  const writer = createBufferedWriter<number>({
    // Long enough that only the test and a full batch write.
    flushMs: 3_600_000,
    rowsAtOnce: 3,
    waitingMax: 100,
    ...options,
    async write(rows) {
      if (database.isDown) throw new Error('the database is down')
      written.push([...rows])
    },
    onFailure: (_, rows) => void failures.push(rows),
  })
  return { writer, written, failures, database }
}

it('writes a full batch at once, and the rest when it is flushed', async () => {
  const { writer, written } = open({ isRetried: true })
  for (const row of [1, 2, 3, 4]) writer.add(row)
  await writer.flush()
  expect(written).toEqual([[1, 2, 3], [4]])
  await writer.stop()
})

it('writes a moment later by its timer', async () => {
  const written: number[] = []
  const write = async (rows: readonly number[]) => void written.push(...rows)
  const options = { flushMs: 1, rowsAtOnce: 10, waitingMax: 10, isRetried: false, onFailure: () => {} }
  const writer = createBufferedWriter<number>({ ...options, write })
  writer.add(7)
  await expect.poll(() => written).toEqual([7])
  await writer.stop()
})

it('keeps rows that must not be lost, in their order, and drops others', async () => {
  const kept = open({ isRetried: true })
  kept.database.isDown = true
  for (const row of [1, 2]) kept.writer.add(row)
  await expect(kept.writer.flush()).rejects.toThrow('the database is down')
  kept.database.isDown = false
  kept.writer.add(9)
  await kept.writer.flush()
  expect(kept.written.flat()).toEqual([1, 2, 9])
  await kept.writer.stop()

  const lost = open({ isRetried: false })
  lost.database.isDown = true
  for (const row of [1, 2]) lost.writer.add(row)
  await lost.writer.flush()
  expect([lost.written, lost.failures]).toEqual([[], [2]])
  await lost.writer.stop()
})

it('drops the oldest rows of a long outage', async () => {
  const { writer, written, database } = open({ isRetried: true, waitingMax: 4 })
  database.isDown = true
  for (let row = 1; row <= 20; row++) {
    writer.add(row)
    await writer.flush().catch(() => {})
  }
  database.isDown = false
  await writer.flush()
  const left = written.flat()
  expect(left.length).toBeLessThanOrEqual(4 + 3)
  expect(left.at(-1)).toBe(20)
  await writer.stop()
})

it('writes the other rows of a batch when the database refuses one of them', async () => {
  const written: number[] = []
  const refused: number[] = []
  let isDown = false
  const writer = createBufferedWriter<number>({
    ...{ flushMs: 3_600_000, rowsAtOnce: 10, waitingMax: 100, isRetried: true, onFailure: () => {} },
    async write(rows) {
      if (isDown) throw new Error('the database is down')
      if (rows.some((row) => row < 0)) throw new Error('out of range')
      written.push(...rows)
      isDown = rows.at(-1) === 3
    },
    isRowFault: (error) => (error as Error).message === 'out of range',
    onRefused: (_, row) => void refused.push(row),
  })
  for (const row of [1, -2, 3, -4, 5]) writer.add(row)
  await expect(writer.flush()).rejects.toThrow('the database is down')
  isDown = false
  await writer.flush()
  expect([written, refused]).toEqual([
    [1, 3, 5],
    [-2, -4],
  ])
  await writer.stop()
})
