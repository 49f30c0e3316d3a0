import { isZero, toCent } from '../../../../kernel/values/money.ts'
import { cite } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import type { HistoryPeriod } from './history-pays.ts'
import type { CheckedPayment } from './payments.ts'

/** The 8% paid with the wages (s 28), based on the period's gross earnings without it. */
export function checkHolidayPayWithWages(
  { gross, holidayPay, end }: Pick<HistoryPeriod, 'gross' | 'holidayPay' | 'end'>,
  rates: NzRates,
): CheckedPayment[] {
  if (holidayPay === null || (isZero(gross) && isZero(holidayPay))) return []
  const table = holidaysActOn(end, rates)
  const trace = new Trace()
  const rule = 'Holidays Act 2003 s 28'
  const owed = trace.made({
    name: 'holidays.pay-with-wages',
    formula: '(gross earnings − holiday pay in them) × rate, to the cent',
    inputs: { gross, holidayPay, rate: table.value.holidayPayRate },
    make: (of) => toCent(of.gross.minus(of.holidayPay).times(of.rate)),
    rule,
    source: cite(table),
  })
  return [
    {
      type: 'HOLIDAY_PAY_WITH_WAGES',
      description: 'Holiday pay with the wages',
      date: end,
      hours: null,
      owed,
      paid: holidayPay,
      rule,
      steps: trace.steps,
    },
  ]
}
