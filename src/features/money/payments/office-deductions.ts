import type { FurtherPayments } from '../../../countries/contract/authority.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict } from '../../../kernel/problem.ts'
import { decimal, sum } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import {
  allocate,
  loadOfficePayments,
  loadOfficePeriods,
  type OfficePeriod,
} from '../../lodgements/obligations/index.ts'
import type { DeductionRow } from './redirect-queries.ts'

/** An office that gets deductions without a payee, and the periods that are owed to it. */
export type OfficeDue = { office: FurtherPayments; periods: readonly OfficePeriod[] }

/** Read before the ledger is locked, because it adds up paydays in its own transaction. */
export async function loadOfficesDue(service: Service, company: Company): Promise<OfficeDue[]> {
  const due: OfficeDue[] = []
  for (const office of countryOf(company.jurisdiction).authority.furtherPayments) {
    const { periods } = await loadOfficePeriods(service, company, undefined, office)
    due.push({ office, periods })
  }
  return due
}

/** Refuses to move rows to a payee that are already recorded as paid to their office: they would be paid twice. */
export async function refusePaidToOffice(
  tx: Tx,
  company: Company,
  rows: readonly DeductionRow[],
  due: readonly OfficeDue[],
): Promise<void> {
  const payments = await loadOfficePayments(tx, [company.id])
  for (const { office, periods } of due) {
    const own = rows.filter(
      ({ party, classes }) =>
        party === null && classes.some((each) => office.deductions.some((name) => name === each)),
    )
    const paid = payments.filter(({ kind }) => kind === office.kind)
    for (const { start, end, amount, paid: had } of allocate(periods, paid)) {
      const within = own.filter(({ pay_date: day }) => day >= start && day <= end)
      const [first] = within
      const moved = sum(within.map((row) => decimal(row.amount)))
      if (first && moved.gt(amount.minus(had)))
        throw conflict(
          `${had.toFixed(2)} of ${amount.toFixed(2)} for ${start} to ${end} is recorded as paid (obligations/payments, ${office.kind}), so ${moved.toFixed(2)} of ${first.name} would be paid twice. Cancel that payment first if it was not made.`,
        )
    }
  }
}
