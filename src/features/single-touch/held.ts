import type { Tx } from '../../database/connect.ts'
import { type Decimal, sumTexts } from '../../payroll/money.ts'
import { loadLodged } from './load.ts'

/** What the tax office holds of an employee's income year, as far as reports compare it. */
export type HeldYear = { withheld: Decimal; superGuarantee: Decimal }

const WITHHELD = /(?:WithholdingTaxWithheldA|IncomePayAsYouGoWithholdingA)$/
const GUARANTEE = /(?:^|\.)L\.EmployerContributionsYearToDateA$/

/** By employee, out of the last event that was not refused. */
export async function loadHeldYear(tx: Tx, companyId: number, year: number): Promise<Map<number, HeldYear>> {
  const lodged = await loadLodged(tx, companyId, year, null)
  return new Map(
    [...lodged].map(([employeeId, amounts]) => {
      const add = (names: RegExp) =>
        sumTexts(
          Object.entries(amounts ?? {}).flatMap(([name, amount]) => (names.test(name) ? [amount] : [])),
        )
      return [employeeId, { withheld: add(WITHHELD), superGuarantee: add(GUARANTEE) }]
    }),
  )
}
