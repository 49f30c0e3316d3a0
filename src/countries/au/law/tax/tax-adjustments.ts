import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, notBelowZero, ZERO } from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { TaxDeclaration } from '../input/input.ts'
import type { AuRates, Schedule1 } from '../rates/rates.ts'
import { surchargeOn } from './own-withholding.ts'
import type { Scale } from './scale.ts'
import { extraPayAddition, medicareAdjustment, offsetPerPay, type TaxPeriod } from './tax-table.ts'

/* Adjustments of the table amount by the declaration: offsets, Medicare levy variations and the 53rd pay. */

export type Adjustments = {
  declaration: TaxDeclaration
  schedule: Schedule1
  rates: AuRates
  payDate: CivilDate
}
type Payee = { scale: Scale; period: TaxPeriod }

/** Whether the declaration changes the table amount. */
export function hasAdjustments(declaration: TaxDeclaration): boolean {
  return (
    declaration.annualTaxOffset !== undefined ||
    declaration.medicareAdjustment !== undefined ||
    declaration.surcharge !== undefined ||
    declaration.hasAskedForExtraPayWithholding === true
  )
}

/** The amounts added to and subtracted from the table amount, and the tables they come from. */
export function adjustmentsOf(earnings: Decimal, weekly: Decimal, by: Payee, adjustments: Adjustments) {
  const { declaration, schedule, rates, payDate } = adjustments
  const tables: Dated<unknown>[] = []
  const read = <T>(table: Dated<T>): T => {
    tables.push(table)
    return table.value
  }
  const offsets = rates.taxOffsets.at(payDate)
  const offset =
    declaration.annualTaxOffset && offsets.value.scales.has(by.scale)
      ? offsetPerPay(declaration.annualTaxOffset, by.period, read(offsets))
      : ZERO
  const medicare = medicareOf(earnings, by, declaration, schedule, payDate)
  const asked = declaration.hasAskedForExtraPayWithholding === true && weekly.gt(ZERO)
  const extra = asked ? extraPayAddition(earnings, by.period, read(rates.extraPays.at(payDate))) : ZERO
  const onTop = surchargeOn(notBelowZero(earnings), declaration, by.scale, payDate, rates)
  if (onTop) tables.push(onTop.table)
  return { offset, medicare, extra, surcharge: onTop?.amount ?? null, tables }
}

function medicareOf(
  earnings: Decimal,
  by: Payee,
  declaration: TaxDeclaration,
  schedule: Schedule1,
  payDate: CivilDate,
): Decimal {
  const claim = declaration.medicareAdjustment
  if (!claim || (by.scale !== 'scale-2' && by.scale !== 'scale-6')) return ZERO
  if (!schedule.medicareAdjustment) {
    throw new CalculationError(`No Medicare levy adjustment table covers ${payDate}.`)
  }
  return medicareAdjustment(earnings, by.period, by.scale, claim.children, schedule.medicareAdjustment)
}
