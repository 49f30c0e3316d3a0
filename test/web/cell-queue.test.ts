import { describe, expect, it } from 'vitest'
import type { Pay } from '../../web/api/types.ts'
import {
  batchOf,
  cellsOf,
  keepMine,
  markSent,
  merge,
  NO_CELLS,
  put,
  refuse,
  settle,
} from '../../web/pays/cell-queue.ts'
import { forgetCells, loadQueue, saveQueue, waitingRuns } from '../../web/pays/cell-storage.ts'
import { allowanceColumn, hoursColumn, leaveColumn } from '../../web/pays/grid-columns.ts'
import { cellProblems } from '../../web/pays/grid-hours.ts'
import { newestPays } from '../../web/pays/newest-pays.ts'
import { ownRowOf } from '../../web/pays/own-row.ts'

/* The states of a cell from the key press to the answer of the service. */

const ordinary = hoursColumn({ description: 'Ordinary hours' })
const sick = leaveColumn('SICK', '2026-11-22')
const pay = (value: number, change: object = {}): Pay =>
  ({
    id: 1,
    status: 'pending',
    termination: null,
    version: 'v1',
    hours: [{ description: 'Ordinary hours', units: 'hours', value }],
    leave: [],
    allowances: [],
    ...change,
  }) as unknown as Pay
const typed = (value: number, held = 38) => put(NO_CELLS, [{ pay: 1, column: ordinary, value, held }])

describe('a pay that is drawn', () => {
  it('may be a moment behind: numbers are compared with what was saved last', () => {
    let run = { pays: [pay(40)] }
    const newest = newestPays(() => run)
    const drawn = pay(40)
    expect(ordinary.read(newest(drawn))).toBe(40)
    run = { pays: [pay(7.6)] }
    expect(ordinary.read(newest(drawn))).toBe(7.6)
    run = { pays: [] }
    expect(newest(drawn)).toBe(drawn)
  })
})

describe('the queue', () => {
  it('sends the changed cell alone, with the version that was read', () => {
    const { body } = batchOf(typed(20), [pay(38)], 500)
    expect(body).toEqual([
      {
        pay_id: 1,
        version: 'v1',
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 20 }],
      },
    ])
  })

  it('sends the cells of a pay with a refused one one by one', () => {
    const queue = put(typed(20), [{ pay: 1, column: sick, value: 4, held: 0 }])
    expect(batchOf(queue, [pay(38)], 500).sent).toHaveLength(2)
    const { body, sent } = batchOf(queue, [pay(38)], 500, new Set([1]))
    expect(sent).toHaveLength(1)
    expect(body[0]).not.toHaveProperty('leave')
  })

  it('merges a change of another cell, and asks about the same one', () => {
    const leave = [{ leave_type: 'SICK', hours: 4, date: '2026-11-22' }]
    expect(cellsOf(merge(typed(20), [pay(38, { leave, version: 'v2' })]))[0]?.theirs).toBeUndefined()
    const disputed = merge(typed(20), [pay(25, { changed_by: 'Maria' })])
    expect(cellsOf(disputed)[0]?.theirs).toEqual({ value: 25, by: 'Maria' })
    expect(batchOf(disputed, [pay(25)], 500).body).toEqual([])
    const [cell] = cellsOf(disputed)
    const mine = cell ? keepMine(disputed, cell) : NO_CELLS
    expect(cellsOf(merge(mine, [pay(25)]))[0]).toMatchObject({ value: 20, seen: 25 })
    expect(merge(typed(20), [pay(20)])).toEqual(NO_CELLS)
  })

  it('lets go of what was saved; what was typed meanwhile waits on', () => {
    const queue = markSent(typed(20), cellsOf(typed(20)))
    expect(settle(queue, cellsOf(queue))).toEqual(NO_CELLS)
    const again = put(queue, [{ pay: 1, column: ordinary, value: 38, held: 38 }])
    expect(cellsOf(settle(again, cellsOf(queue)))[0]).toMatchObject({ value: 38, seen: 20 })
  })

  it('takes its own number for no one else’s when the answer was lost', () => {
    const sent = markSent(typed(20), cellsOf(typed(20)))
    const again = put(sent, [{ pay: 1, column: ordinary, value: 30, held: 38 }])
    expect(cellsOf(merge(again, [pay(20)]))[0]).toMatchObject({ value: 30, seen: 20 })
  })

  it('keeps what was refused with its sentence until it is typed again; a pay that is processed is no longer changed', () => {
    const refused = refuse(typed(99), cellsOf(typed(99)), 'No.')
    expect(cellsOf(refused)[0]).toMatchObject({ value: 99, problem: 'No.' })
    expect(put(refused, [{ pay: 1, column: ordinary, value: 38, held: 38 }])).toEqual(NO_CELLS)
    expect(cellsOf(merge(typed(20), [pay(38, { status: 'processed' })]))[0]?.problem).toMatch(/processed/)
    expect(cellsOf(merge(typed(20), []))[0]?.problem).toMatch(/no longer in this run/)
  })
})

describe('a row that was cleared', () => {
  const tools = allowanceColumn({ description: 'Tools' })
  const full = pay(38, {
    hours: [{ id: 4, description: 'Ordinary hours', units: 'hours', value: 38, rate: 60, pay_amount: 2280 }],
    leave: [
      {
        ...{ id: 5, name: 'Beach', description: 'Beach', leave_type: 'SICK', date: '2026-11-18' },
        ...{ hours: 8, value: 8, rate: 70, multiplier: null, leave_loading_amount: 9.8, amount: 569.8 },
      },
    ],
    allowances: [
      {
        ...{ id: 6, description: 'Tools', amount: 10, units: 2, total_amount: 20, allowance_category: 'KN' },
        ...{ is_taxable: true, is_itemised: false, is_included_in_super_calculations: false },
      },
    ],
  })
  const empty = pay(0, { hours: [], version: 'v2' })
  const typeAll = (values: [number, number, number]) =>
    put(
      NO_CELLS,
      [ordinary, sick, tools].map((column, index) => ({
        ...{ pay: 1, column, value: values[index] ?? 0, held: 0, own: ownRowOf(full, column) },
      })),
    )

  it('comes back whole, with its own rate, date, name and tax', () => {
    expect(batchOf(typeAll([38, 8, 20]), [empty], 500).body).toEqual([
      {
        pay_id: 1,
        version: 'v2',
        hours: [{ description: 'Ordinary hours', units: 'hours', rate: 60, value: 38 }],
        leave: [
          {
            ...{ description: 'Beach', leave_type: 'SICK', date: '2026-11-18', hours: 8, rate: 70 },
            leave_loading_amount: 9.8,
          },
        ],
        allowances: [
          {
            ...{ description: 'Tools', amount: 10, units: 2, allowance_category: 'KN', is_taxable: true },
            ...{ is_itemised: false, is_included_in_super_calculations: false },
          },
        ],
      },
    ])
  })

  it('keeps what it is with another number; a row that is there is changed in its number alone', () => {
    const [other] = batchOf(typeAll([40, 4, 30]), [empty], 500).body as Record<string, unknown>[]
    expect(other).toMatchObject({
      hours: [{ rate: 60, value: 40 }],
      leave: [{ description: 'Beach', rate: 70, hours: 4 }],
      allowances: [{ allowance_category: 'KN', amount: 30, units: 1 }],
    })
    expect(JSON.stringify(other)).not.toContain('leave_loading_amount')
    const [there] = batchOf(typeAll([38, 8, 20]), [full], 500).body as Record<string, unknown>[]
    expect(there).toMatchObject({ allowances: [{ amount: 20, units: 1 }] })
  })

  it('of someone else gives a new row nothing but its name', () => {
    const theirs = { description: 'Tools', allowance_category: 'CD', is_taxable: false }
    const colleague = allowanceColumn(theirs)
    const queue = put(NO_CELLS, [{ pay: 1, column: colleague, value: 20, held: 0 }])
    expect(batchOf(queue, [empty], 500).body).toMatchObject([
      { allowances: [{ description: 'Tools', amount: 20, units: 1 }] },
    ])
    expect(JSON.stringify(queue.get(1)?.get(colleague.id))).not.toMatch(/CD|is_taxable/)
  })
})

describe('the storage', () => {
  it('holds figures by person, company and run, and nothing once they are saved or the person signs out', () => {
    const content = new Map<string, string>()
    const storage = {
      getItem: (key: string) => content.get(key) ?? null,
      setItem: (key: string, value: string) => void content.set(key, value),
      removeItem: (key: string) => void content.delete(key),
      key: (index: number) => [...content.keys()][index] ?? null,
      get length() {
        return content.size
      },
    }
    const scope = { person: 7, company: 3, run: 9 }
    saveQueue(storage, scope, NO_CELLS, typed(20))
    expect(loadQueue(storage, scope)).toEqual(typed(20))
    expect(loadQueue(storage, { ...scope, person: 8 })).toEqual(NO_CELLS)
    expect(waitingRuns(storage, 7)).toEqual([{ company: 3, run: 9 }])
    // Another window has stored a newer number there, which this window must not remove.
    const older = typed(20)
    saveQueue(storage, scope, NO_CELLS, typed(21))
    saveQueue(storage, scope, older, NO_CELLS)
    expect(cellsOf(loadQueue(storage, scope))[0]?.value).toBe(21)
    forgetCells(storage, 7)
    expect(content.size).toBe(0)
  })
})

describe('hours', () => {
  const week = { start: '2026-11-16', end: '2026-11-22' }
  const problems = (values: [typeof ordinary, number, number][], held = pay(38)) =>
    cellProblems(
      values.map(([column, value, shown]) => ({ pay: held, column, value, shown })),
      () => new Map(),
      week,
    )

  it('beyond the period are refused, alone and together; fewer than before are not', () => {
    expect(problems([[ordinary, 168, 38]])).toEqual([null])
    expect(problems([[ordinary, 168.5, 38]])[0]).toMatch(/168\.5 hours cannot be worked/)
    expect(problems([[sick, 140, 0]])[0]).toMatch(/All hours together would be 178/)
    expect(
      problems([
        [ordinary, 20, 38],
        [sick, 140, 0],
      ]),
    ).toEqual([null, null])
    expect(problems([[ordinary, -1, 38]])[0]).toMatch(/negative/)
    expect(
      problems(
        [[ordinary, 150, 160]],
        pay(160, { leave: [{ leave_type: 'SICK', hours: 60, date: '2026-11-20' }] }),
      ),
    ).toEqual([null])
  })

  it('are not dollars: an allowance is neither negative nor above $100,000', () => {
    const tools = allowanceColumn({ description: 'Tools' })
    expect(problems([[tools, 100_000, 0]])).toEqual([null])
    expect(problems([[tools, 100_001, 0]])[0]).toMatch(/above \$100,000/)
    expect(problems([[tools, -5, 0]])[0]).toMatch(/negative/)
  })

  it('of leave that is paid out, or of another period, take no time', () => {
    const leave = [
      { leave_type: 'AU_CASHED_OUT_HOLIDAY', hours: 152, date: '2026-11-20' },
      { leave_type: 'LONG_SERVICE', hours: 300, date: '2026-12-20' },
    ]
    expect(problems([[ordinary, 40, 38]], pay(38, { leave }))).toEqual([null])
  })
})
