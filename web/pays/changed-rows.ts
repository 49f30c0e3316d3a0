import type { Pay } from '../api/types.ts'
import { money, quantity } from '../format.ts'
import { rounded } from './limits.ts'

/** A figure of a pay's rows that differs between two versions, as the screen shows it. */
export type ChangedRow = { name: string; before: string; after: string }

type Figures = Map<string, { name: string; value: number; isMoney: boolean }>

/** The numbers of the rows by kind and description. Rows with the same description count together. */
function figuresOf(pay: Pay): Figures {
  const figures: Figures = new Map()
  const add = (list: string, name: string, value: number, isMoney = true) => {
    const key = `${list} ${name.trim().toLowerCase()}`
    const sum = rounded((figures.get(key)?.value ?? 0) + value)
    figures.set(key, { name, value: sum, isMoney })
  }
  for (const row of pay.hours) add('hours', row.description, row.value, false)
  for (const row of pay.leave) add('leave', row.name, row.hours, false)
  for (const row of pay.allowances) add('allowances', row.description, row.amount * row.units)
  for (const list of ['bonuses', 'back_payments', 'deductions', 'pay_sacrifices'] as const)
    for (const row of pay[list]) add(list, row.description, row.amount)
  return figures
}

/** The rows whose number differs between two versions of a pay. A row that one of them lacks is nothing there. */
export function changedRows(before: Pay, now: Pay): ChangedRow[] {
  const [old, fresh] = [figuresOf(before), figuresOf(now)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), fresh.get(key)]
    const known = is ?? was
    if (!known || was?.value === is?.value) return []
    const text = (row: typeof was) =>
      row ? (row.isMoney ? money(row.value) : `${quantity(row.value)} hours`) : 'nothing'
    return [{ name: known.name, before: text(was), after: text(is) }]
  })
}
