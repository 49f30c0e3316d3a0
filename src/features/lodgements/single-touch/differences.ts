import { amountsOf } from '../../../countries/au/stp/amounts.ts'
import { buildPayee } from '../../../countries/au/stp/build-payee.ts'
import type { Tx } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { type Holding, loadIdentityVersions, payeeKey } from '../lodgements/index.ts'
import { yearOf } from './event.ts'
import type { IdentityScope } from './load-paid.ts'
import type { PayeeYearToDate } from './load-year.ts'
import { loadPayees } from './payees.ts'
import { completeYears } from './plan.ts'
import type { Reporter } from './reporter.ts'

/** The employees whose figures, tax file number, birth date or opening figures differ from what the tax office holds. */
export async function differencesOf(
  { service, company }: Reporter,
  tx: Tx,
  known: {
    years: ReadonlyMap<number, PayeeYearToDate>
    holdings: ReadonlyMap<string, Holding>
    scope?: IdentityScope | undefined
  },
  asAt: CivilDate,
): Promise<ReadonlySet<number>> {
  const period = { start: asAt, end: asAt }
  const years = completeYears(known.years, known.holdings)
  const parts = { periodOf: () => period, isFinal: () => false }
  const payees = await loadPayees(service, tx, company, years, parts)
  const facts = { payDate: asAt }
  const versions = await loadIdentityVersions(tx, [...years.keys()], yearOf(asAt))
  const different = payees.filter((payee) => {
    const held = known.holdings.get(payeeKey(payee.employeeId, payee.part))
    if (!isSame(held?.amounts ?? {}, amountsOf(buildPayee(payee, facts)))) return true
    if (!held || payee.part !== 'employee' || known.scope?.former?.is_wrong) return false
    return BigInt(held.identity_version) < BigInt(versions.get(payee.employeeId) ?? 0)
  })
  return new Set(different.map((payee) => payee.employeeId))
}

type Amounts = Readonly<Record<string, string>>

/** A zero amount equals a missing one. */
function isSame(before: Amounts, now: Amounts): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].every((name) => decimal(before[name] ?? '0').eq(decimal(now[name] ?? '0')))
}
