import type { Opening } from '../../../countries/contract/opening.ts'
import { nzFacts } from '../../../countries/nz/law/facts.ts'
import type { NzPayInput } from '../../../countries/nz/law/input/input.ts'
import {
  type LeaveAccount,
  type LeaveRecord,
  leaveAccount,
} from '../../../countries/nz/law/leave-ledger/leave-account.ts'
import type { NzRates } from '../../../countries/nz/law/rates/rates.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { type CivilDate, civilDate, makeDate } from '../../../kernel/values/dates.ts'
import { decimal, isZero, toPlaces, ZERO } from '../../../kernel/values/money.ts'
import { listProcessedIds, loadMovements } from './context/leave-movements.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { loadOpenings } from './context/opening.ts'
import { loadPays } from './context/pays.ts'
import { lineOf, toPayLines } from './lines/line-input.ts'

type Person = Pick<
  Employee,
  | 'id'
  | 'start_date'
  | 'annual_holidays_weeks'
  | 'alt_holiday_days'
  | 'sick_days'
  | 'annual_leave_hours'
  | 'sick_leave_hours'
  | 'alt_leave_hours'
  | 'standard_hours_per_day'
>

const ALWAYS = makeDate(1900, 1, 1)

/** The leave ledgers of New Zealand employees, from their processed pays. */
export async function readLeaveAccounts(
  query: Queryable,
  people: readonly Person[],
  on: CivilDate | null,
  rates: NzRates,
): Promise<Map<number, LeaveAccount>> {
  const ids = people.map(({ id }) => id)
  const payIds = await listProcessedIds(query, ids)
  const pays = await loadPays(query, payIds)
  const moves = await loadMovements(query, payIds)
  const openings = await loadOpenings(
    query,
    ids.map((employeeId) => ({ employeeId, needs: { from: ALWAYS } })),
  )
  const paysOf = Map.groupBy(pays, (pay) => pay.row.employee_id)
  return new Map(
    people.map((person) => {
      const record: LeaveRecord = {
        startDate: civilDate(person.start_date),
        pays: (paysOf.get(person.id) ?? []).map((pay) => ({
          id: pay.row.id,
          input: inputOf(pay),
          movements: moves.get(pay.row.id) ?? [],
        })),
        brought: broughtBy(openings.get(person.id), person),
        stored: {
          annual_holidays_weeks: decimal(person.annual_holidays_weeks),
          alt_holiday_days: decimal(person.alt_holiday_days),
          sick_days: decimal(person.sick_days ?? '0'),
          annual_leave_hours: decimal(person.annual_leave_hours),
          sick_leave_hours: decimal(person.sick_leave_hours),
          alt_leave_hours: decimal(person.alt_leave_hours),
        },
      }
      return [person.id, leaveAccount(record, on, rates)]
    }),
  )
}

/** Facts and lines together form the whole input. */
const inputOf = (pay: WholePay) =>
  ({
    ...nzFacts.read(pay.row.facts),
    ...toPayLines(pay.lines.map((line) => lineOf(line))),
  }) satisfies NzPayInput

/** Opening balances give sick leave in hours, which are converted to days by the standard day. */
function broughtBy(opening: Opening | undefined, { standard_hours_per_day }: Person): LeaveRecord['brought'] {
  if (!opening) return null
  const { annual_holidays_weeks, alt_holiday_days, sick_hours } = opening.leave
  const perDay = decimal(standard_hours_per_day)
  return {
    on: opening.asAt,
    amounts: {
      annual_holidays_weeks: decimal(annual_holidays_weeks ?? '0'),
      alt_holiday_days: decimal(alt_holiday_days ?? '0'),
      sick_days: isZero(perDay) ? ZERO : toPlaces(decimal(sick_hours ?? '0').div(perDay), 6),
    },
  }
}
