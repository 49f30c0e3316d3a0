import type { Pay } from '../api/types.ts'
import type { CellQueue } from './cell-queue.ts'
import { columnsOf, type GridColumn } from './grid-columns.ts'

/** A cell that another user changed while this user worked in another cell of the row. */
export type NoticedCell = { pay: number; column: GridColumn; value: number; by: string | null }

/** The cells of these pays whose number has changed. Skips unsaved cells, which are handled as conflicts. */
export function noticedIn(
  before: readonly Pay[],
  now: readonly Pay[],
  payIds: readonly number[],
  queue: CellQueue,
): NoticedCell[] {
  const [old, fresh] = [before, now].map((pays) => new Map(pays.map((pay) => [pay.id, pay])))
  return payIds.flatMap((id) => {
    const [was, is] = [old?.get(id), fresh?.get(id)]
    if (!was || !is || was.version === is.version) return []
    return columnsOf([was, is], false, '').flatMap((column) => {
      const value = column.read(is)
      if (value === null || value === column.read(was) || queue.get(id)?.has(column.id)) return []
      return [{ pay: id, column, value, by: is.changed_by ?? null }]
    })
  })
}

/** Removes notices for these cells. Only the newest notice of a cell counts, and typing into the cell dismisses it. */
export const without = (
  noticed: readonly NoticedCell[],
  cells: readonly Pick<NoticedCell, 'pay' | 'column'>[],
) =>
  noticed.filter((each) => !cells.some(({ pay, column }) => pay === each.pay && column.id === each.column.id))

export const noticeOf = ({ by, value }: NoticedCell) => `Changed by ${by ?? 'someone else'} to ${value}.`
