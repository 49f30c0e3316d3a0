import type { Pay } from '../api/types.ts'
import type { CellQueue } from './cell-queue.ts'
import { columnsOf, type GridColumn } from './grid-columns.ts'

/** A cell that someone else changed while this person worked in another cell of the row. */
export type NoticedCell = { pay: number; column: GridColumn; value: number; by: string | null }

/** The cells of these pays that have another number than before. Those that wait to be saved ask on their own. */
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

/** Without the cells that are replaced: the newest notice of a cell counts, and typing into it answers it. */
export const without = (
  noticed: readonly NoticedCell[],
  cells: readonly Pick<NoticedCell, 'pay' | 'column'>[],
) =>
  noticed.filter((each) => !cells.some(({ pay, column }) => pay === each.pay && column.id === each.column.id))

export const noticeOf = ({ by, value }: NoticedCell) => `Changed by ${by ?? 'someone else'} to ${value}.`
