import type { Tx } from '../../../database/connect.ts'
import { type Decimal, sumTexts, ZERO } from '../../../kernel/values/money.ts'
import { loadHoldings } from '../lodgements/index.ts'

/** What the tax office holds of an employee's income year, as far as reports compare it. */
export type HeldYear = { withheld: Decimal; superGuarantee: Decimal }

const WITHHELD = /(?:WithholdingTaxWithheldA|IncomePayAsYouGoWithholdingA)$/
const GUARANTEE = /(?:^|\.)L\.EmployerContributionsYearToDateA$/

/** By employee, out of the last events that were accepted; a death benefit counts to who left it. */
export async function loadHeldYear(tx: Tx, companyId: number, year: number): Promise<Map<number, HeldYear>> {
  const held = new Map<number, HeldYear>()
  for (const { employee_id: id, amounts } of (
    await loadHoldings(tx, companyId, { authority: 'ATO', year })
  ).values()) {
    const add = (names: RegExp) =>
      sumTexts(Object.entries(amounts).flatMap(([name, amount]) => (names.test(name) ? [amount] : [])))
    const before = held.get(id) ?? { withheld: ZERO, superGuarantee: ZERO }
    held.set(id, {
      withheld: before.withheld.plus(add(WITHHELD)),
      superGuarantee: before.superGuarantee.plus(add(GUARANTEE)),
    })
  }
  return held
}
