import type { Tx } from '../../../database/connect.ts'
import type { HeldBack } from '../../../database/tables/reporting.ts'
import { badRequest, type Problem } from '../../../kernel/problem.ts'
import { nameHeldBack } from '../lodgements/index.ts'
import type { YearPay } from './load.ts'

/* People with pays of the year that no event has lodged: their year is not complete, so it cannot be final. */

/** A sentence that names the pays of the year that no event has lodged. */
export function unlodgedOf(pays: readonly YearPay[]): string | null {
  const open = pays.filter((pay) => !pay.is_lodged)
  if (open.length === 0) return null
  return `${open.length} processed pays of the year are not lodged yet (the first is pay ${open[0]?.id}). Submit them first.`
}

/** The people to hold back from a finalisation, with their pays that are not lodged. */
export async function heldBackUnlodged(
  tx: Tx,
  companyId: number,
  pays: readonly YearPay[],
): Promise<HeldBack[]> {
  const open = Map.groupBy(
    pays.filter((pay) => !pay.is_lodged),
    (pay) => pay.employee_id,
  )
  const people = await nameHeldBack(tx, companyId, [...open.keys()])
  return people.map((person) => ({
    ...person,
    errors: [
      {
        employee_id: person.employee_id,
        employee: person.employee,
        field: 'pay_ids',
        rule: 'TASMAN.STP.NOT-LODGED',
        code: 'TASMAN.STP.NOT-LODGED',
        message: unlodgedOf(open.get(person.employee_id) ?? []) ?? '',
      },
    ],
  }))
}

const SHOWN = 10

/** Refuses a finalisation in which no one is left, or that is strict. Names the people. */
export function unlodgedProblem(pays: readonly YearPay[], heldBack: readonly HeldBack[]): Problem {
  const people = heldBack.map((row) => `${row.employee} (${row.employee_id})`)
  const more = people.length > SHOWN ? ` and ${people.length - SHOWN} more` : ''
  return badRequest(
    `${unlodgedOf(pays)} To finalise the others now, send hold_back with ${people.slice(0, SHOWN).join(', ')}${more}.`,
  )
}
