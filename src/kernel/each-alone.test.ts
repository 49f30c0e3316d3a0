import { describe, expect, it } from 'vitest'
import { allAtOnce, eachAlone } from './each-alone.ts'
import { Unavailable } from './problem.ts'

type Row = { id: number; name: string }
const rows: Row[] = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Person ${id}` }))
const pageOf =
  (size: number) =>
  async (after: Row | undefined): Promise<Row[]> =>
    rows.filter(({ id }) => id > (after?.id ?? 0)).slice(0, size)

function job(stopped?: AbortSignal) {
  const logged: object[] = []
  return { logged, log: { error: (about: object) => logged.push(about) }, failure: 'failed', stopped }
}

describe('each row alone', () => {
  it('goes on after a whole page that fails, and logs ids only', async () => {
    const done: number[] = []
    const its = job()
    const wrong = new Error('no')
    await eachAlone(
      pageOf(2),
      async ({ id }) => {
        if (id < 4) throw wrong
        done.push(id)
      },
      its,
    )
    expect(done).toEqual([4, 5])
    expect(its.logged).toEqual([1, 2, 3].map((id) => ({ err: wrong, id })))
  })

  it('reports an unavailable database after the others', async () => {
    const done: number[] = []
    const run = eachAlone(
      allAtOnce(rows),
      async ({ id }) => {
        if (id === 2) throw new Unavailable('The database is down.')
        done.push(id)
      },
      job(),
    )
    await expect(run).rejects.toThrow('The database is down.')
    expect(done).toEqual([1, 3, 4, 5])
  })

  it('stops between two rows', async () => {
    const stop = new AbortController()
    const done: number[] = []
    await eachAlone(
      pageOf(2),
      async ({ id }) => {
        done.push(id)
        if (id === 3) stop.abort()
      },
      job(stop.signal),
    )
    expect(done).toEqual([1, 2, 3])
  })
})
