import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { AffectedPayView } from '../../../employees/employees/index.ts'
import type { PayView } from '../schema/pay.ts'

/**
 * A stored pay with its read model as text, since ten thousand objects would exceed the memory limit. Plain data, so that
 * a worker can return it.
 */
export type StoredPay = {
  /** Null in a dry run. */
  id: number | null
  /** The id of its row, which a dry run rolls back. */
  rowId: number
  employeeId: number
  employeeNumber: string | null
  payDate: CivilDate
  run: { id: number | null; end_date: string; pay_period: string }
  isProcessed: boolean
  isLeaveMoved: boolean
  json: string
  /** The read model itself, if the call is for one pay. */
  view: PayView | null
  /** Pays that would differ because of this one. */
  affected?: AffectedPayView[]
}

/** The read model of a newly stored pay. */
export const viewOf = (pay: StoredPay): PayView => pay.view ?? (JSON.parse(pay.json) as PayView)
