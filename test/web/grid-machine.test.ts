import { describe, expect, it } from 'vitest'
import { type Key, meaningOf } from '../../web/pays/grid-keys.ts'
import { type Action, copied, type GridState, type Sheet, START, step } from '../../web/pays/grid-machine.ts'
import { NOT_A_NUMBER } from '../../web/typed-numbers.ts'

/* The grid as a spreadsheet, without a browser. */

const PAYS = [1, 2, 3]
const COLUMNS = ['a', 'b']

/**
 * Three rows of two cells. The second row is read-only, and `several` has rows that only the editor can distinguish.
 */
function aSheet(values: Record<string, number> = { '1a': 38, '3a': 20 }, isStrange = false) {
  const sheet: Sheet = {
    pays: PAYS,
    columns: COLUMNS,
    value: ({ pay, column }) => (pay === 3 && column === 'b' ? null : (values[`${pay}${column}`] ?? 0)),
    fixed: ({ pay }) => (pay === 2 ? 'Ben is processed' : null),
    adds: ({ pay, column }) => (pay === 1 && column === 'b' && isStrange ? 'Open the pay.' : null),
    read: (_cell, text) => (text === '' ? 0 : Number.isNaN(Number(text)) ? null : Number(text)),
    problems: (edits) => edits.map(({ value }) => (value > 168 ? 'Too many.' : null)),
    name: ({ pay }) => `person ${pay}`,
  }
  return {
    sheet,
    values,
    /** Performs the actions one after the other and applies their changes to the sheet. */
    run(...actions: Action[]) {
      return actions.reduce<{ state: GridState; edits: unknown[]; opens: unknown }>(
        (before, action) => {
          const { state, edits, opens } = step(before.state, action, sheet)
          for (const { pay, column, value } of edits) values[`${pay}${column}`] = value
          return { state, edits: [...before.edits, ...edits], opens: opens ?? before.opens }
        },
        { state: START, edits: [], opens: undefined },
      )
    },
  }
}

const at = (pay: number, column: string): Action => ({ do: 'select', cell: { pay, column }, isRange: false })
const type = (text: string): Action[] => [
  { do: 'type', text: text.slice(0, 1) },
  { do: 'change', text },
]
const DOWN: Action = { do: 'commit', by: [1, 0] }
const ENTER: Action = { do: 'commit', by: [1, 0], run: 'ends' }
const TAB: Action = { do: 'move', by: [0, 1], run: 'goes on', isRange: false }
const BACK_TAB: Action = { do: 'move', by: [0, -1], run: 'goes on', isRange: false }

describe('a run of Tabs', () => {
  it('is ended by Enter, which goes down where it began', () => {
    const { run } = aSheet()
    expect(run(at(1, 'a'), TAB, TAB, TAB, ENTER).state.at).toEqual({ pay: 2, column: 'a' })
    expect(run(at(1, 'a'), TAB, ...type('4'), ENTER, ENTER).state.at).toEqual({ pay: 3, column: 'a' })
    expect(run(at(1, 'b'), BACK_TAB, ENTER).state.at).toEqual({ pay: 2, column: 'b' })
  })

  it('is over when the person goes elsewhere', () => {
    const { run } = aSheet()
    const up: Action = { do: 'move', by: [-1, 0], isRange: false }
    expect(run(at(2, 'a'), TAB, up, ENTER).state.at).toEqual({ pay: 2, column: 'b' })
    expect(run(at(1, 'a'), TAB, at(1, 'b'), ENTER).state.at).toEqual({ pay: 2, column: 'b' })
  })
})

describe('typing', () => {
  it('replaces, and goes on; editing begins with what is there; cancelling changes nothing', () => {
    const { run, values } = aSheet()
    expect(run(at(1, 'a'), ...type('30'), DOWN).state.at).toEqual({ pay: 2, column: 'a' })
    expect(values['1a']).toBe(30)
    expect(run(at(1, 'a'), { do: 'edit' }).state.typing).toEqual({ text: '30', mode: 'edit', problem: null })
    expect(run(at(1, 'a'), ...type('7'), { do: 'cancel' })).toMatchObject({ edits: [] })
  })

  it('stays open with the reason when it cannot be taken; a click elsewhere restores the cell and names it', () => {
    const { run, values } = aSheet()
    expect(run(at(1, 'a'), ...type('x'), DOWN).state.typing?.problem).toBe(NOT_A_NUMBER)
    expect(run(at(1, 'a'), ...type('3840'), at(1, 'a')).state.typing?.problem).toBe('Too many.')
    const clicked = run(at(1, 'a'), ...type('3840'), at(3, 'a'), at(3, 'a'), { do: 'edit' })
    const dropped = [{ pay: 1, column: 'a', text: '3840', problem: 'Too many.' }]
    expect([clicked.state.at, clicked.state.typing?.text, clicked.edits]).toEqual([
      { pay: 3, column: 'a' },
      '20',
      [],
    ])
    expect(clicked.state.dropped).toEqual(dropped)
    const after = run(at(1, 'a'), ...type('3840'), at(3, 'a'), ...type('7.6'), TAB)
    expect([after.state.dropped, values['1a'], values['3a']]).toEqual([dropped, 38, 20])
    const saved = run(at(1, 'a'), ...type('3840'), at(3, 'a'), ...type('7.6'), ENTER)
    expect([saved.state.dropped, values['1a'], values['3a']]).toEqual([dropped, 38, 7.6])
    expect(run(at(1, 'a'), ...type('x'), at(3, 'a'), at(1, 'a'), ...type('8'), DOWN).state.dropped).toEqual(
      [],
    )
    expect(run(at(1, 'a'), ...type('x'), at(3, 'a'), { do: 'dismiss' }).state.dropped).toEqual([])
  })

  it('begins in no cell that is fixed; where there are several rows it names them, and a double click opens the editor', () => {
    const { run } = aSheet()
    expect(run(at(2, 'a'), ...type('5')).state).toMatchObject({ typing: null, refused: ['Ben is processed'] })
    const several = run(at(3, 'b'), ...type('5'))
    expect([several.opens, several.state.typing, several.state.refused]).toEqual([
      undefined,
      null,
      ['the pay of person 3 has several rows here. Open it with Ctrl+Enter'],
    ])
    expect(run(at(3, 'b'), { do: 'edit' }).opens).toEqual({ pay: 3, column: 'b' })
  })

  it('adds no row whose pay and tax are not known, typed or pasted; clearing what is empty needs none', () => {
    const { run, values } = aSheet({ '1a': 38 }, true)
    expect(run(at(1, 'b'), ...type('5')).state).toMatchObject({ typing: null, refused: ['Open the pay.'] })
    expect(run(at(1, 'b'), { do: 'paste', text: '5' }).state.refused).toEqual(['Open the pay.'])
    expect(run(at(1, 'b'), { do: 'clear' }).state.refused).toEqual([])
    expect(values['1b']).toBeUndefined()
  })
})

describe('many cells', () => {
  it('are pasted, filled, cleared and copied; what is left out is named', () => {
    const { run, sheet, values } = aSheet()
    const { state } = run(at(1, 'a'), { do: 'paste', text: '10\t1\r\n11\t2\n12\tx\n9' })
    expect([values['1a'], values['1b'], values['3a']]).toEqual([10, 1, 12])
    expect(state.refused).toHaveLength(4)
    const down: Action = { do: 'move', by: [2, 0], isRange: true }
    run(at(1, 'a'), down, { do: 'fill' })
    expect(values['3a']).toBe(10)
    expect(copied(run(at(1, 'a'), down).state, sheet)).toBe('10\n0\n10')
    run(at(1, 'a'), down, { do: 'clear' })
    expect([values['1a'], values['3a']]).toEqual([0, 0])
  })

  it('names beside pasted hours are left out, and each row goes to its person', () => {
    const { run, values } = aSheet({ '1a': 38, '3a': 20 })
    const paste = (text: string) => run(at(1, 'a'), { do: 'paste', text }).state
    expect(paste('Name\tHours\r\nPerson 3\t7\nperson 1\t8').refused).toEqual([])
    expect([values['1a'], values['1b'], values['3a']]).toEqual([8, undefined, 7])
    expect(paste('person 1\t9\nZoe Lee\t10').refused).toEqual(['“Zoe Lee” is not in this grid'])
    expect([values['1a'], values['3a']]).toEqual([9, 7])
    // Text that names no one is left out too, and the rows follow each other.
    expect(paste('Kitchen\t5').refused).toEqual([])
    expect(values['1a']).toBe(5)
  })

  it('a single pasted cell goes into all that is selected', () => {
    const { run, values } = aSheet()
    run(at(1, 'a'), { do: 'move', by: [0, 1], isRange: true }, { do: 'paste', text: '4' })
    expect([values['1a'], values['1b']]).toEqual([4, 4])
  })
})

describe('a key', () => {
  const key = (name: string, change: Partial<Key> = {}): Key => ({
    ...{ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
    ...change,
  })
  const typing = (mode: 'replace' | 'edit') => ({ text: '3', mode, problem: null })

  it('moves, types, edits or clears; Enter goes down and Tab to the right', () => {
    expect(meaningOf(key('Enter'), null)).toEqual({ do: 'move', by: [1, 0], run: 'ends', isRange: false })
    expect(meaningOf(key('Tab', { shiftKey: true }), null)).toEqual({
      do: 'move',
      by: [0, -1],
      run: 'goes on',
      isRange: false,
    })
    expect(meaningOf(key('ArrowDown', { shiftKey: true }), null)).toMatchObject({ isRange: true })
    expect(meaningOf(key('7'), null)).toEqual({ do: 'type', text: '7' })
    expect(meaningOf(key('F2'), null)).toEqual({ do: 'edit' })
    expect(meaningOf(key('Delete'), null)).toEqual({ do: 'clear' })
  })

  it('undoes and redoes with Control and with Command', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(meaningOf(key('z', held), null)).toEqual({ do: 'undo' })
      expect(meaningOf(key('Z', { ...held, shiftKey: true }), null)).toEqual({ do: 'redo' })
      expect(meaningOf(key('y', held), null)).toEqual({ do: 'redo' })
    }
    // Inside the box, the typed text is undone.
    expect(meaningOf(key('z', { ctrlKey: true }), typing('edit'))).toBeNull()
  })

  it('leaves the cell by arrows while it is replaced, and stays while it is edited', () => {
    expect(meaningOf(key('ArrowLeft'), typing('replace'))).toEqual({ do: 'commit', by: [0, -1] })
    expect(meaningOf(key('ArrowLeft'), typing('edit'))).toBeNull()
    expect(meaningOf(key('Enter', { shiftKey: true }), typing('edit'))).toEqual({
      do: 'commit',
      by: [-1, 0],
      run: 'ends',
    })
  })
})
