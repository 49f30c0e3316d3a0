import { ZERO } from '../../../../kernel/values/money.ts'
import { law } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { type Rows, splitTaxable, type Taxable } from '../earnings/rows.ts'
import { NO_OTHER_PAYS } from '../history/other-pays.ts'
import { isDeath } from '../input/ending.ts'
import type { AuPayInput } from '../input/input.ts'

/*
 * Wages paid after the employee's death. Nothing is withheld, and they are income of the estate, not of the employee. Super
 * is owed on them, because a deceased person is a former employee (ATO ID 2014/31).
 */

export const DECEASED_EMPLOYEES = law('PAYG withholding for deceased employees, Australian Taxation Office')

/** Whether the pay is made after the employee's death. A final pay for a death always is. */
export function isPaidAfterDeath({ termination, diedOn, payDate }: AuPayInput): boolean {
  if (termination) return isDeath(termination.reason)
  return diedOn !== undefined && payDate > diedOn
}

/** No part of the pay is taxable income of the employee. Super based on gross still uses the earnings. */
export function taxableOfEstate(input: AuPayInput, rows: Rows, trace: Trace): Taxable {
  const unwritten = new Trace({ isWritten: false })
  const { beforeSacrifices } = splitTaxable(input, rows, NO_OTHER_PAYS, new Map(), unwritten)
  const none = trace.sum({
    name: 'taxable',
    formula: 'nothing: what is paid after a death is income of the estate',
    add: {},
    about: { earned: rows.earned },
    rule: 'Paid after the death of the employee',
    source: DECEASED_EMPLOYEES,
  })
  return {
    normal: none,
    periodNormal: ZERO,
    later: new Map(),
    extras: [],
    extraTotal: ZERO,
    returnToWork: ZERO,
    total: ZERO,
    beforeSacrifices,
  }
}

export function estateWarnings(input: AuPayInput): string[] {
  if (!isPaidAfterDeath(input)) return []
  const day = input.termination?.terminationDate ?? input.diedOn
  return [
    `Paid after the death of the employee on ${day}: nothing is withheld from wages, and they are not reported as the employee’s income. Pay the estate, not the employee’s account, and leave the wages out of the employee’s income statement.`,
  ]
}
