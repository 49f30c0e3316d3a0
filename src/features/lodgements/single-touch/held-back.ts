import type { Income } from '../../../countries/au/stp/facts.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, sum, sumTexts, ZERO } from '../../../kernel/values/money.ts'
import { listFormerIds, loadHoldings } from '../lodgements/index.ts'
import { loadYears } from './load-year.ts'

/** The amounts the tax office holds for an employee's income year, as far as reports compare them. */
export type HeldYear = { gross: Decimal; withheld: Decimal; superGuarantee: Decimal }

const WITHHELD = /(?:WithholdingTaxWithheldA|IncomePayAsYouGoWithholdingA)$/
/** All payments: gross and the amounts reported separately, including sacrificed amounts. */
const GROSS =
  /(?:GrossA|PaidLeave\.\w+\.PaymentA|EmploymentAllowancesA|OvertimePaymentA|GrossBonusesAndCommissionsA|GrossDirectorsFeesA|PaymentsA|IncomeTaxFreeA|IncomeTaxableA)$/
const GUARANTEE = /(?:^|\.)L\.EmployerContributionsYearToDateA$/

/** By employee, from the last accepted events. A death benefit counts towards the employee who died. */
export async function loadHeldYear(tx: Tx, companyId: number, year: number): Promise<Map<number, HeldYear>> {
  const held = new Map<number, HeldYear>()
  const ids = [null, ...(await listFormerIds(tx, companyId))]
  const holdings = await settleAll(
    ids.map((identityId) => loadHoldings(tx, companyId, { authority: 'ATO', year }, { identityId })),
  )
  for (const { employee_id: id, amounts } of holdings.flatMap((own) => [...own.values()])) {
    const add = (names: RegExp) =>
      sumTexts(Object.entries(amounts).flatMap(([name, amount]) => (names.test(name) ? [amount] : [])))
    const before = held.get(id) ?? { gross: ZERO, withheld: ZERO, superGuarantee: ZERO }
    held.set(id, {
      gross: before.gross.plus(add(GROSS)),
      withheld: before.withheld.plus(add(WITHHELD)),
      superGuarantee: before.superGuarantee.plus(add(GUARANTEE)),
    })
  }
  return held
}

/** The gross the tax office should hold: all processed pays of the year, plus amounts paid elsewhere. */
export async function loadPaidGross(
  tx: Tx,
  companyId: number,
  { start, end }: { start: CivilDate; end: CivilDate },
  employeeIds: readonly number[],
): Promise<Map<number, Decimal>> {
  const before = addDays(end, 1)
  const years = await loadYears(tx, { companyId, employeeIds, start, end, payIds: [], before })
  return new Map(
    [...years].map(([id, { own, beneficiary }]) => [
      id,
      sum([...own.incomes, ...(beneficiary?.incomes ?? [])].map(paidOf)),
    ]),
  )
}

function paidOf(income: Income): Decimal {
  const { gross, overtime, bonuses, directorsFees, paidLeave, allowances, lumpSums, etps } = income
  return sum([
    gross,
    overtime,
    bonuses,
    directorsFees,
    ...Object.values(paidLeave).flatMap((amount) => amount ?? []),
    ...allowances.map(({ amount }) => amount),
    ...lumpSums.map(({ amount }) => amount),
    ...etps.flatMap(({ taxFree, taxable }) => [taxFree, taxable]),
  ])
}
