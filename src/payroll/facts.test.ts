import { describe, expect, it } from 'vitest'
import { auPay, ending, hoursLine } from '../../test/support/au-pay.ts'
import { nzPay } from '../../test/support/nz-pay.ts'
import { NO_LINES, withoutLines } from '../../test/support/pay-lines.ts'
import { auFacts } from '../countries/au/law/facts.ts'
import { nzFacts } from '../countries/nz/law/facts.ts'
import { civilDate } from '../kernel/values/dates.ts'
import { decimal } from '../kernel/values/money.ts'
import { sayVersion, storedFacts } from './facts.ts'
import type { PayLines } from './input.ts'
import { members, StoredError, text } from './stored.ts'

describe('facts with a version', () => {
  type Input = PayLines & { said: string }
  const facts = storedFacts<Input>(members<{ said: string }>({ said: text }), [
    (old) => ({ said: `${old.told} 2` }),
    (old) => ({ said: `${old.said} 3` }),
  ])

  it('are written with the newest version and without the lines', () => {
    expect(facts.version).toBe(3)
    expect(JSON.parse(facts.write({ ...NO_LINES, said: 'x' }))).toEqual({ version: 3, said: 'x' })
  })

  it('go through every upgrade after the version they were written in', () => {
    expect(facts.read({ told: 'x' })).toEqual({ said: 'x 2 3' })
    expect(facts.read({ version: 1, told: 'x' })).toEqual({ said: 'x 2 3' })
    expect(facts.read({ version: 2, said: 'x' })).toEqual({ said: 'x 3' })
    expect(facts.read({ version: 3, said: 'x' })).toEqual({ said: 'x' })
  })

  it('are refused where the version is none this program knows', () => {
    for (const version of [0, 4, '3', null])
      expect(() => facts.read({ version, said: 'x' })).toThrow(
        new StoredError(`facts.version is ${version}; this program reads up to 3`),
      )
  })

  it('are an object, or refused by name', () => {
    for (const stored of [null, 'text', undefined, 3])
      expect(() => facts.read(stored)).toThrow(new StoredError('facts is not an object'))
    expect(() => facts.read({ version: 3, said: 1 })).toThrow('facts.said is not a text')
  })

  it('of version 2 only say their version', () => {
    expect(sayVersion({ a: 1 })).toEqual({ a: 1 })
  })
})

describe('the facts of a pay come back as they were used', () => {
  it('in Australia', () => {
    const input = auPay({
      hours: [hoursLine('38', '40')],
      termination: ending({ reason: 'REDUNDANCY' }),
      earlierPays: [
        {
          payDate: civilDate('2026-10-01'),
          periodStart: civilDate('2026-09-28'),
          periodEnd: civilDate('2026-10-04'),
          taxable: decimal('1520.00'),
          tax: decimal('300'),
        },
      ],
    })
    expect(auFacts.read(JSON.parse(auFacts.write(input)))).toEqual(withoutLines(input))
  })

  it('in New Zealand', () => {
    const { studentLoan, holidayHistory } = nzPay()
    const day = civilDate('2026-07-01')
    const input = nzPay({
      lastPaidPeriodEnd: null,
      studentLoan: { ...studentLoan, cirNotice: { from: day, total: decimal('100') } },
      holidayHistory: { ...holidayHistory, yearMoves: [{ first: day, upTo: day }] },
    })
    expect(nzFacts.read(JSON.parse(nzFacts.write(input)))).toEqual(withoutLines(input))
    expect(JSON.parse(nzFacts.write(input)).version).toBe(3)
  })
})

describe('facts that 0.1.0 stored in Australia', () => {
  /** A current pay in the format of the version before the other pays of a period were stored. */
  function old(change: object): object {
    const { version: _, otherPays: __, lastFullPay: ___, ...rest } = JSON.parse(auFacts.write(auPay()))
    return { ...rest, ...change }
  }

  it('know the earlier pays of the period as other pays', () => {
    const { otherPays, lastFullPay } = auFacts.read(
      old({ earlierInPeriod: { taxable: '500', tax: '60', hasWages: true }, lastFullPayGross: '1520.00' }),
    )
    expect([otherPays.taxable, otherPays.tax, otherPays.net].map(String)).toEqual(['500', '60', '0'])
    expect(otherPays.hasWages).toBe(true)
    expect(lastFullPay).toEqual({
      periodEnd: civilDate('2026-11-15'),
      taxable: decimal('1520.00'),
      hours: decimal('0'),
    })
  })

  it('know no other pay and no last full pay where none was kept', () => {
    expect(auFacts.read(old({ lastFullPayGross: null })).lastFullPay).toBeNull()
    const { otherPays, lastFullPay } = auFacts.read(old({}))
    expect([lastFullPay, otherPays.hasWages, otherPays.extras]).toEqual([null, false, []])
  })
})
