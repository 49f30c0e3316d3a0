import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { EntryKind, LeaveBalanceName } from './leave-entries.ts'
import { type LedgerOf, leaveLedger } from './leave-ledger.ts'

const entry = (
  kind: EntryKind,
  date: string,
  amount: string,
  balance: LeaveBalanceName = 'annual_holidays_weeks',
) => ({ kind, date: civilDate(date), amount: decimal(amount), balance, payId: 1 })

/** Each lot as `arose: arisen − taken − cashed up − paid out = left`. */
const shown = ({ lots, inAdvance, left }: LedgerOf) => [
  ...lots.map(
    (lot) =>
      `${lot.arose ?? 'brought'}: ${[lot.arisen, lot.taken, lot.cashedUp, lot.paidOut].map((each) => each.toFixed()).join(' ')} = ${lot.left.toFixed()}`,
  ),
  `${left.toFixed()}, ${inAdvance.toFixed()} in advance`,
]

const annual = (entries: ReturnType<typeof entry>[], on: string | null = null) => {
  const [ledger] = leaveLedger(entries, on === null ? null : civilDate(on))
  return ledger ? shown(ledger) : []
}

describe('annual holidays', () => {
  it('are used up first in, first out, over years and by kind', () => {
    expect(
      annual([
        entry('taken', '2026-07-06', '-3'),
        entry('arisen', '2025-05-06', '4'),
        entry('arisen', '2026-05-06', '4'),
        entry('taken', '2025-12-22', '-1.6'),
        entry('cashed-up', '2026-08-03', '-1'),
      ]),
    ).toEqual(['2025-05-06: 4 4 0 0 = 0', '2026-05-06: 4 0.6 1 0 = 2.4', '2.4, 0 in advance'])
  })

  it('that are taken in advance come out of the next year', () => {
    const entries = [entry('taken', '2026-01-05', '-1.5'), entry('arisen', '2026-05-06', '4')]
    expect(annual(entries, '2026-02-01')).toEqual(['-1.5, 1.5 in advance'])
    expect(annual(entries)).toEqual(['2026-05-06: 4 1.5 0 0 = 2.5', '2.5, 0 in advance'])
  })

  it('are shown as they were on a day', () => {
    const entries = [
      entry('opening', '2026-01-01', '2'),
      entry('arisen', '2026-05-06', '4'),
      entry('taken', '2026-06-01', '-3'),
    ]
    expect(annual(entries, '2026-05-05')).toEqual(['brought: 2 0 0 0 = 2', '2, 0 in advance'])
    expect(annual(entries, '2026-06-01')).toEqual([
      'brought: 2 2 0 0 = 0',
      '2026-05-06: 4 1 0 0 = 3',
      '3, 0 in advance',
    ])
  })

  it('of an anniversary that was not reached go again, and the end pays out or settles the rest', () => {
    expect(
      annual([
        entry('arisen', '2025-05-06', '4'),
        entry('arisen', '2026-05-06', '4'),
        entry('reversed', '2026-05-06', '-4'),
        entry('paid-out', '2026-05-04', '-4'),
      ]),
    ).toEqual(['2025-05-06: 4 0 0 4 = 0', '2026-05-06: 0 0 0 0 = 0', '0, 0 in advance'])
    expect(annual([entry('taken', '2026-01-05', '-0.6'), entry('paid-out', '2026-02-06', '0.6')])).toEqual([
      '0, 0 in advance',
    ])
  })
})

describe('sick leave and alternative holidays', () => {
  it('carry over what is left, and keep their days', () => {
    const ledgers = leaveLedger(
      [
        entry('arisen', '2025-07-01', '10', 'sick_days'),
        entry('taken', '2025-08-01', '-2.5', 'sick_days'),
        entry('arisen', '2026-07-01', '10', 'sick_days'),
        entry('lapsed', '2026-09-01', '-17.5', 'sick_days'),
        entry('arisen', '2026-10-26', '1', 'alt_holiday_days'),
        entry('arisen', '2026-12-25', '1', 'alt_holiday_days'),
        entry('taken', '2027-01-15', '-1', 'alt_holiday_days'),
      ],
      null,
    )
    const [, sick, alternative] = ledgers
    expect(sick?.lots.map((lot) => [lot.carriedOver, lot.arisen, lot.lapsed, lot.left].map(String))).toEqual([
      ['0', '10', '7.5', '0'],
      ['7.5', '10', '10', '0'],
    ])
    expect(alternative && shown(alternative)).toEqual([
      '2026-10-26: 1 1 0 0 = 0',
      '2026-12-25: 1 0 0 0 = 1',
      '1, 0 in advance',
    ])
  })
})
