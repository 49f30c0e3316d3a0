import type { Action } from '../types.ts'
import { lodging } from './lodging.ts'
import { payAll, payRun, singles } from './pays.ts'
import { changeBank, changes, found, hire } from './people.ts'

/** Every kind of thing that happens. */
export const ACTIONS: readonly Action[] = [
  found,
  hire,
  changeBank,
  ...changes,
  payAll,
  payRun,
  ...singles,
  ...lodging,
]

export const actionNamed = (name: string): Action | undefined =>
  ACTIONS.find((action) => action.name === name)
