import { expect, it } from 'vitest'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { WaitingLeave } from '../../employees/requests/index.ts'
import { splitWaiting } from './paid-ahead.ts'

/* Approved leave that an earlier pay already has goes on no other pay. */

it('assigns approved days to the pay that has them, up to its hours', () => {
  const day = (date: string, hours: string): WaitingLeave => ({
    ...{ requestId: 3, description: 'Annual holidays', leave_type: 'ANNUAL_HOLIDAYS' },
    ...{ date: civilDate(date), hours },
  })
  const ahead = (date: string, hours: string) => ({
    ...{ date: civilDate(date), hours: decimal(hours), payId: 12 },
  })
  const { waiting, paid } = splitWaiting(
    [day('2026-09-07', '8'), day('2026-09-08', '8'), day('2026-09-09', '8')],
    [ahead('2026-09-07', '8'), ahead('2026-09-08', '4')],
  )
  expect(waiting.map(({ date }) => date)).toEqual(['2026-09-08', '2026-09-09'])
  expect(paid).toEqual([{ request_id: 3, date: '2026-09-07', pay_id: 12 }])
})
