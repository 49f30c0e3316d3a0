import type { Action } from '../types.ts'
import { access } from './access.ts'
import { answers } from './answers.ts'
import { byLine } from './by-line.ts'
import { clearing } from './clearing.ts'
import { corrections } from './corrections.ts'
import { faultActions } from './faults.ts'
import { leaves } from './leave.ts'
import { lodging } from './lodging.ts'
import { moneyOut } from './money.ts'
import { movingIn } from './moving-in.ts'
import { officers } from './officers.ts'
import { payAll, payRun, singles } from './pays.ts'
import { changeBank, changes, found, hire } from './people.ts'
import { returns } from './returns.ts'
import { standing } from './standing.ts'
import { superOut } from './super.ts'
import { terminations } from './terminations.ts'
import { payTwins, twins } from './twins.ts'
import { webhooks } from './webhooks.ts'

/** Every kind of action. */
export const ACTIONS: readonly Action[] = [
  found,
  hire,
  changeBank,
  ...changes,
  payAll,
  payRun,
  ...singles,
  ...leaves,
  ...corrections,
  clearing,
  ...terminations,
  ...lodging,
  ...answers,
  ...moneyOut,
  ...superOut,
  ...returns,
  ...byLine,
  ...movingIn,
  ...standing,
  ...officers,
  ...access,
  ...webhooks,
  twins,
  payTwins,
  ...faultActions,
]

export const actionNamed = (name: string): Action | undefined =>
  ACTIONS.find((action) => action.name === name)
