import type { CheckedPayment } from '../../../countries/nz/law/check/payments.ts'
import { checkStoredPays, type StoredPay } from '../../../countries/nz/law/check/stored.ts'
import { nzFacts } from '../../../countries/nz/law/facts.ts'
import type { NzRates } from '../../../countries/nz/law/rates.ts'
import { type Decimal, decimal, sum } from '../../../kernel/values/money.ts'
import type { WholePay } from './context/pays.ts'
import { newZealand, pastPayOf } from './country/nz.ts'
import type { LoadedPast } from './country/types.ts'
import { lineOf, toPayLines } from './lines/line-input.ts'
import { questionOf } from './replay-now.ts'

/** What the Holidays Act owed for the leave of one employee's stored pays, oldest first, beside what they paid. */
export function* checkNzLeave(
  pays: readonly WholePay[],
  past: LoadedPast,
  rates: NzRates,
): Generator<{ pay: WholePay; payments: CheckedPayment[] }> {
  const byId = new Map(pays.map((pay) => [pay.row.id, pay]))
  const before = { pays: past.pays.map(pastPayOf), opening: past.opening }
  for (const { pay, payments } of checkStoredPays(pays.map(storedOf), before, rates)) {
    const whole = byId.get(pay.id)
    if (whole) yield { pay: whole, payments }
  }
}

function storedOf(pay: WholePay): StoredPay {
  const paidFor = (kind: string): Decimal[] =>
    pay.lines.filter((line) => line.kind === kind).map((line) => decimal(line.amount))
  return {
    id: pay.row.id,
    facts: nzFacts.read(pay.row.facts),
    lines: toPayLines(pay.lines.map((line) => lineOf(line))),
    asked: questionOf(pay, newZealand),
    paid: { leave: paidFor('leave'), hours: paidFor('hours') },
    finalPaid: pay.termination && finalPaidOf(pay.termination),
  }
}

const FINAL_PARTS = ['unused_holiday_amount', 'non_etp_amount', 'unused_alt_holiday_amount']

function finalPaidOf(result: Readonly<Record<string, unknown>>): Decimal {
  return sum(FINAL_PARTS.map((name) => decimal(String(result[name] ?? '0'))))
}
