import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './desk.ts'
import { anyMove, type Move, Spreadsheet, seeded } from './spreadsheet.ts'

/* Drives the pay run grid in a real browser with real keys and clicks, and reads the stored values. */

export const HOURS = ['Ordinary hours', 'HOLIDAY', 'SICK'] as const

type Row = { description: string; value: number }
type Leave = { leave_type: string; hours: number }
type StoredPay = {
  id: number
  hours: Row[]
  leave: Leave[]
  employee_first_name: string
  employee_last_name: string
}

/** The pays of a run in grid order. */
export async function readPays(page: Page, api: string): Promise<StoredPay[]> {
  const { pays } = await callApi(page, 'GET', api)
  const nameOf = (pay: StoredPay) => `${pay.employee_last_name} ${pay.employee_first_name}`
  return pays.sort((a: StoredPay, b: StoredPay) => nameOf(a).localeCompare(nameOf(b)))
}

/** The stored ordinary hours, annual leave and sick leave of each pay. */
export async function readCells(page: Page, api: string): Promise<number[][]> {
  const [ordinary, ...leave] = HOURS
  return (await readPays(page, api)).map((pay) => [
    pay.hours.find(({ description }) => description === ordinary)?.value ?? 0,
    ...leave.map((type) => pay.leave.find(({ leave_type }) => leave_type === type)?.hours ?? 0),
  ])
}

export const cellAt = (page: Page, row: number, column: number) =>
  page.locator('.pay-grid tbody tr[aria-rowindex]').nth(row).locator('td.typed').nth(column)

export const saved = (page: Page) =>
  page
    .locator('.save-state')
    .filter({ hasText: /^Saved$/ })
    .waitFor({ timeout: 60_000 })

/** Puts text on the clipboard and presses Ctrl+V. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+v')
}

export async function perform(page: Page, move: Move): Promise<void> {
  if (move.kind === 'click') await cellAt(page, move.row, move.column).click()
  else if (move.kind === 'double') await cellAt(page, move.row, move.column).dblclick()
  else if (move.kind === 'text') await page.keyboard.type(move.text)
  else if (move.kind === 'key') await page.keyboard.press(move.key)
  else if (move.kind === 'paste') await pasteText(page, move.rows.map((row) => row.join('\t')).join('\n'))
  else {
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    // The model has one cell selected. A selected range would be cleared and pasted over as a whole.
    await page.keyboard.press('Escape')
  }
}

const MOVES = 24
const PER_PAGE = 10

/** Compares typed values with stored values, sequence by sequence. A seed always produces the same sequence of moves. */
export async function compareSequences(
  page: Page,
  options: { api: string; count: number; seed: number; reload: () => Promise<void>; rowMost: number },
): Promise<void> {
  const { api, count, reload } = options
  let sheet = new Spreadsheet(await readCells(page, api), options)
  for (let sequence = 0; sequence < count; sequence += 1) {
    const random = seeded(options.seed + sequence)
    const isFresh = sequence % PER_PAGE === 0
    if (isFresh) {
      await reload()
      sheet = new Spreadsheet(sheet.cells, options)
    }
    const before = JSON.stringify(sheet.cells)
    const moves: Move[] = []
    const go = async (move: Move) => {
      moves.push(move)
      sheet.do(move)
      await perform(page, move)
    }
    for (let turn = 0; turn < MOVES; turn += 1) await go(anyMove(random, sheet, isFresh && turn === 0))
    await go({ kind: 'key', key: 'Enter' })
    await go({ kind: 'key', key: 'Escape' })
    await saved(page)
    const told = { seed: options.seed + sequence, before, moves: JSON.stringify(moves) }
    expect({ ...told, cells: await readCells(page, api) }).toEqual({ ...told, cells: sheet.cells })
  }
}
