import {
  type Decimal,
  greater,
  notBelowZero,
  ONE,
  percent,
  smaller,
  toCentDown,
  toPlaces,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { PERIOD_LENGTHS } from '../../../../payroll/earnings.ts'
import type { DeductionLine } from '../../../../payroll/input.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { DeductionRates } from '../rates/rates.ts'

/*
 * Orders that rank before agreed deductions. Attachment orders (of a court, for fines, or of the Ministry of Social Development)
 * leave the protected net together with child support. Inland Revenue arrears follow (Tax Administration Act 1994 s 157).
 */

const ATTACHED: ReadonlySet<string> = new Set(['NZ_ATTACHMENT_ORDER', 'NZ_FINES', 'NZ_MSD'])

const isAttachment = ({ classification }: DeductionLine): boolean => ATTACHED.has(classification)
const isArrears = ({ classification }: DeductionLine): boolean => classification === 'NZ_IR_ARREARS'
export const isOrder = (line: DeductionLine): boolean => isAttachment(line) || isArrears(line)

/** How orders take from the net pay, through the allocation that all deductions share. */
type Taking = {
  /** Net pay after income tax. */
  net: () => Decimal
  take: (index: number, line: DeductionLine, room: Decimal) => { asked: Decimal; taken: Decimal }
  warn: (sentence: string) => void
  trace: Trace
}

/** Takes attachment orders in row order from the pay left after child support, then Inland Revenue arrears. */
export function takeOrders(
  lines: readonly DeductionLine[],
  basis: { gross: Decimal; payPeriod: PayPeriod; protectedNet?: Decimal; childSupport: Decimal },
  table: Dated<DeductionRates>,
  { net, take, warn, trace }: Taking,
): void {
  if (!lines.some(isOrder)) return
  const takeWithin = (index: number, line: DeductionLine, room: Decimal): Decimal => {
    const { asked, taken } = take(index, line, room)
    if (room.lt(asked)) warn(cutWarning(line, room, table.value.childSupportMaximumShare))
    return taken
  }
  if (lines.some(isAttachment)) {
    const about = { net: net(), childSupport: basis.childSupport, protectedNet: basis.protectedNet ?? ZERO }
    let room = attachmentRoom(about, table, trace)
    for (const [index, line] of lines.entries())
      if (isAttachment(line)) room = room.minus(takeWithin(index, line, room))
  }
  for (const [index, line] of lines.entries())
    if (isArrears(line))
      takeWithin(index, line, arrearsMaximum({ ...basis, debt: line.limitTotal ?? null }, table, trace))
}

/**
 * The most that attachment orders may take: the share left after child support, without going below the level that an order sets.
 */
function attachmentRoom(
  about: { net: Decimal; childSupport: Decimal; protectedNet: Decimal },
  table: Dated<DeductionRates>,
  trace: Trace,
): Decimal {
  return trace.made({
    name: 'deductions.attachment-maximum',
    formula:
      'net of income tax − the greater of its protected share and the level of the order − child support, cut to the cent, not below zero',
    inputs: {
      net: about.net,
      protectedShare: ONE.minus(table.value.childSupportMaximumShare),
      level: about.protectedNet,
      childSupport: about.childSupport,
    },
    make: (of) =>
      notBelowZero(
        toCentDown(of.net.minus(greater(of.net.times(of.protectedShare), of.level))).minus(of.childSupport),
      ),
    rule: 'Attachment orders: protected net earnings, District Court Act 2016',
    source: cite(table),
  })
}

/** The most that a notice for arrears may take from this pay: the lesser of a share of the debt per week and a share of gross. */
function arrearsMaximum(
  about: { gross: Decimal; debt: Decimal | null; payPeriod: PayPeriod },
  table: Dated<DeductionRates>,
  trace: Trace,
): Decimal {
  const { arrearsDebtSharePerWeek: debtShare, arrearsGrossShare: grossShare } = table.value
  const words = {
    name: 'deductions.arrears-maximum',
    rule: 'Inland Revenue arrears, Tax Administration Act 1994 s 157',
    source: cite(table),
  }
  const { gross, debt, payPeriod } = about
  if (debt === null)
    return trace.made({
      ...words,
      formula: `${percent(grossShare)} of gross, cut to the cent`,
      inputs: { gross, grossShare },
      make: (of) => toCentDown(notBelowZero(of.gross).times(of.grossShare)),
    })
  const weeks = toPlaces(PERIOD_LENGTHS[payPeriod].div(PERIOD_LENGTHS.WEEKLY), 12)
  return trace.made({
    ...words,
    formula: `the lesser of ${percent(debtShare)} of the debt for each week and ${percent(grossShare)} of gross, cut to the cent`,
    inputs: { debt, debtShare, weeks, gross, grossShare },
    make: (of) =>
      toCentDown(
        smaller(
          toPlaces(of.debt.times(of.debtShare).times(of.weeks), 6),
          notBelowZero(of.gross).times(of.grossShare),
        ),
      ),
  })
}

/** Why a row got less than it asked for. */
function cutWarning(line: DeductionLine, room: Decimal, share: Decimal): string {
  const why = isArrears(line)
    ? 'a notice for arrears takes at most 10% of the debt a week and 20% of gross'
    : `${percent(ONE.minus(share))} of net earnings, or the level of the order, is protected`
  return `"${line.description}" was reduced to ${room.toFixed(2)}: ${why}.`
}
