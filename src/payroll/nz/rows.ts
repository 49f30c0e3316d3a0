import { addAllowances } from '../allowances.ts'
import { addEarnings, type Earnings, priceBackPayments } from '../earnings.ts'
import { type Decimal, notBelowZero, sum, ZERO } from '../money.ts'
import { applySacrifices, type Sacrifices } from '../sacrifices.ts'
import type { Trace } from '../trace.ts'
import { type NzBonuses, sortBonuses } from './bonuses.ts'
import type { ExtraPayItem } from './extra-pay.ts'
import type { NzPayInput } from './input.ts'
import type { NzRates } from './rates.ts'
import type { NzPayResult } from './result.ts'
import { hasLevy } from './tax-table.ts'
import type { TerminationAmounts } from './termination/amounts.ts'
import { extraPaysOf } from './termination/result.ts'

/** The rows of a pay, priced and sorted by how they are taxed. */
export type Rows = {
  earnings: Earnings
  allowances: Decimal
  bonuses: NzBonuses
  sacrifices: Sacrifices
  /** All rows paid in money, before sacrifices and termination. */
  cash: Decimal
  /** Taxable and not extra pay, before sacrifices. */
  ordinary: Decimal
  backPay: Decimal
  kiwiSaverBase: Decimal
  holidayGross: Decimal
  amounts: Omit<NzPayResult['lines'], 'deductions'>
}

/** Prices every row of the pay and adds up what tax, KiwiSaver and holidays look at. */
export function addRows(input: NzPayInput, rates: NzRates, trace: Trace): Rows {
  const earnings = addEarnings(input, trace)
  const allowances = addAllowances(input.allowances, trace)
  const bonuses = sortBonuses(
    input,
    input.bonuses.length > 0 && rates.cashSettledEssIsLevyLiable.at(input.payDate).value,
    trace,
  )
  const backPayments = priceBackPayments(input.backPayments, trace)
  const backPay = sum(backPayments)
  const cash = sum([earnings.total, allowances.total, bonuses.cash, backPay])
  const sacrifices = applySacrifices(input.sacrifices, cash, trace)
  const kiwiSaverAllowances = sum(
    allowances.amounts.filter((_, i) => input.allowances[i]?.isTaxable && input.allowances[i]?.isInSuper),
  )
  const kiwiSaverBackPay = sum(backPayments.filter((_, i) => input.backPayments[i]?.isInSuper))
  return {
    earnings,
    allowances: allowances.total,
    bonuses,
    sacrifices,
    cash,
    ordinary: sum([earnings.total, allowances.taxable, bonuses.ordinary]),
    backPay,
    kiwiSaverBase: sum([
      earnings.total,
      kiwiSaverAllowances,
      bonuses.inKiwiSaver,
      kiwiSaverBackPay,
      sacrifices.outsideSuperBase.times('-1'),
    ]),
    holidayGross: sum([
      earnings.total.minus(outsideHolidayGross(earnings)),
      allowances.taxable,
      bonuses.countsForHolidays,
      backPay,
    ]),
    amounts: {
      hours: earnings.hours,
      leave: earnings.leave,
      allowances: allowances.amounts,
      bonuses: bonuses.amounts,
      sacrifices: sacrifices.amounts,
      backPayments,
    },
  }
}

/** Accident compensation and volunteers' leave are not gross earnings (s 14). */
function outsideHolidayGross(earnings: Earnings): Decimal {
  return sum(
    earnings.leave
      .filter((row) => isAccident(row.leaveType) || row.leaveType === 'NZ_DEFENCE_FORCE')
      .map((row) => row.amount),
  )
}

/** Leave that accident compensation pays for. */
export function isAccident(leaveType: string): boolean {
  return leaveType === 'NZ_ACC_WORKERS_COMP' || leaveType === 'WORKERS_COMP'
}

/** Lump sums of the pay, termination first. Schedular payments know no others. */
export function extraPaysIn(input: NzPayInput, rows: Rows, ended: TerminationAmounts | null): ExtraPayItem[] {
  const items = ended ? extraPaysOf(ended) : []
  if (!hasLevy(input.tax.code)) return items.map((item) => ({ ...item, isLevyLiable: false }))
  items.push(...rows.bonuses.extraPays)
  if (!rows.backPay.eq(ZERO)) items.push({ name: 'back-pay', amount: rows.backPay, isLevyLiable: true })
  return items
}

/** Taxable pay that is no lump sum; all of it for a schedular payment. */
export function ordinaryOf(input: NzPayInput, rows: Rows): Decimal {
  const before = hasLevy(input.tax.code)
    ? rows.ordinary
    : sum([rows.ordinary, rows.bonuses.cash.minus(rows.bonuses.ordinary), rows.backPay])
  return notBelowZero(before.minus(rows.sacrifices.total))
}

/** Regular bonuses for several periods; a schedular payment knows none. */
export function spreadOf(input: NzPayInput, rows: Rows): NzBonuses['spread'] {
  return hasLevy(input.tax.code) ? rows.bonuses.spread : []
}
