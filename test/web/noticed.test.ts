import { describe, expect, it } from 'vitest'
import type { Pay } from '../../web/api/types.ts'
import { NO_CELLS, put } from '../../web/pays/cell-queue.ts'
import { columnOf } from '../../web/pays/grid-columns.ts'
import { noticedIn, noticeOf, without } from '../../web/pays/noticed.ts'

const pay = (id: number, hours: number, more: object = {}) =>
  ({
    id,
    ...{ version: 'v1', leave: [], allowances: [] },
    hours: [{ description: 'Ordinary hours', units: 'hours', value: hours }],
    ...more,
  }) as unknown as Pay
const MARIA = { version: 'v2', changed_by: 'Maria' }

describe('what a colleague changed meanwhile', () => {
  it('is named for the rows that were saved here: every cell that differs, and no other', () => {
    const phone = [{ description: 'Phone', amount: 9, units: 1 }]
    const now = [pay(1, 20, { ...MARIA, allowances: phone }), pay(2, 20, MARIA), pay(3, 38)]
    const found = noticedIn([pay(1, 38), pay(2, 38), pay(3, 38)], now, [1, 3], NO_CELLS)
    expect(found.map((cell) => `${cell.pay} ${cell.column.title}: ${noticeOf(cell)}`)).toEqual([
      '1 Ordinary hours: Changed by Maria to 20.',
      '1 Phone: Changed by Maria to 9.',
    ])
    expect(without(found, found.slice(0, 1)).map(({ column }) => column.title)).toEqual(['Phone'])
  })

  it('is left to the question where the cell waits here too, and says nothing where a cell is several rows', () => {
    const column = columnOf({ list: 'hours', sample: { description: 'Ordinary hours' } })
    const queue = put(NO_CELLS, [{ pay: 1, column, value: 30, held: 38 }])
    expect(noticedIn([pay(1, 38)], [pay(1, 20, MARIA)], [1], queue)).toEqual([])
    const [row] = pay(1, 20).hours
    expect(noticedIn([pay(1, 38)], [pay(1, 20, { ...MARIA, hours: [row, row] })], [1], NO_CELLS)).toEqual([])
  })
})
