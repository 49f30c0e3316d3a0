import { expect, it } from 'vitest'
import { auPay } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { extraPayWarnings } from './warnings.ts'

/** 1 July 2026 and 30 June 2027 are Wednesdays, so only Wednesday has 53 paydays. */
it('the addition is questioned in a year with 52 or 26 paydays', () => {
  const pay = auPay()
  const declaration = { ...pay.declaration, hasAskedForExtraPayWithholding: true }
  const said = (payDate: string, payPeriod: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY') =>
    extraPayWarnings({ ...pay, declaration, payDate: civilDate(payDate), payPeriod }).length
  expect([said('2026-08-12', 'WEEKLY'), said('2026-08-13', 'WEEKLY')]).toEqual([0, 1])
  // Fortnights from 1 July 2026 end on 30 June 2027; those from 8 July on 23 June.
  expect([said('2026-08-12', 'FORTNIGHTLY'), said('2026-08-19', 'FORTNIGHTLY')]).toEqual([0, 1])
  expect(said('2026-08-31', 'MONTHLY')).toBe(0)
  expect(extraPayWarnings({ ...pay, payDate: civilDate('2026-08-13'), payPeriod: 'WEEKLY' })).toEqual([])
})
