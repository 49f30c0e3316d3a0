import type { CheckedPayment } from '../../../countries/nz/law/check/payments.ts'
import { checkStoredPays, type StoredPay } from '../../../countries/nz/law/check/stored.ts'
import { nzFacts } from '../../../countries/nz/law/facts.ts'
import type { NzRates } from '../../../countries/nz/law/rates/rates.ts'
import { type Decimal, decimal, sum } from '../../../kernel/values/money.ts'
import type { PaidBack } from './context/back-paid.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { newZealand, pastPayOf } from './country/nz.ts'
import type { LoadedPast } from './country/types.ts'
import { lineOf, toPayLines } from './lines/line-input.ts'
import { questionOf } from './replay-now.ts'

/** Compares the leave payments due under the Holidays Act with those in one employee's stored pays, oldest first. */
export function* checkNzLeave(
  pays: readonly WholePay[],
  { past, arrears }: { past: LoadedPast; arrears: readonly PaidBack[] },
  rates: NzRates,
): Generator<{ pay: WholePay; payments: CheckedPayment[]; unchecked: string | null }> {
  const byId = new Map(pays.map((pay) => [pay.row.id, pay]))
  const periods = Map.groupBy(arrears, ({ start_date, end_date }) => `${start_date} ${end_date}`)
  const paidBack = new Map(
    [...periods].map(([period, lines]) => [period, sum(lines.map(({ amount }) => decimal(amount)))]),
  )
  const before = { pays: past.pays.map(pastPayOf), opening: past.opening, paidBack }
  const ofRun = Map.groupBy(pays, (pay) => pay.row.pay_run_id)
  const stored = pays.map((pay) => storedOf(pay, ofRun.get(pay.row.pay_run_id) ?? []))
  for (const { pay, payments, unchecked } of checkStoredPays(stored, before, rates)) {
    const whole = byId.get(pay.id)
    if (whole) yield { pay: whole, payments, unchecked }
  }
}

function storedOf(pay: WholePay, ofRun: readonly WholePay[]): StoredPay {
  const asked = questionOf(pay, newZealand)
  const others = ofRun.filter(({ row }) => row.id !== pay.row.id).flatMap(({ lines }) => lines)
  return {
    id: pay.row.id,
    facts: nzFacts.read(pay.row.facts),
    lines: linesOf(pay.lines),
    // A public holiday that was not paid is priced like one that was.
    asked: { ...asked, leaveTypes: [...asked.leaveTypes, 'PAID_PUBLIC_HOLIDAY'] },
    paid: paidOf(pay.lines),
    finalPaid: pay.termination && finalPaidOf(pay.termination),
    ofPeriod: ofRun[0] === pay ? { lines: linesOf(others), paid: paidOf(others) } : null,
  }
}

const linesOf = (lines: WholePay['lines']) => toPayLines(lines.map((line) => lineOf(line)))

function paidOf(lines: WholePay['lines']): StoredPay['paid'] {
  const paidFor = (kind: string): Decimal[] =>
    lines.filter((line) => line.kind === kind).map((line) => decimal(line.amount))
  return { leave: paidFor('leave'), hours: paidFor('hours') }
}

const FINAL_PARTS = ['unused_holiday_amount', 'non_etp_amount', 'unused_alt_holiday_amount']

function finalPaidOf(result: Readonly<Record<string, unknown>>): Decimal {
  return sum(FINAL_PARTS.map((name) => decimal(String(result[name] ?? '0'))))
}
