import { describe, expect, it } from 'vitest'
import { decimal } from '../kernel/values/money.ts'
import { balanceAfter, writeTaken } from './balances.ts'
import type { LeaveMovement } from './result.ts'
import { Trace } from './trace.ts'

describe('a leave balance', () => {
  const movements: LeaveMovement[] = [
    { balance: 'holiday', kind: 'accrued', amount: decimal('2.5') },
    { balance: 'holiday', kind: 'taken', amount: decimal('-7.6') },
    { balance: 'holiday', kind: 'paid-out', amount: decimal('-1') },
    { balance: 'sick', kind: 'accrued', amount: decimal('99') },
  ]

  it('is what was there, what came and what went, of its own movements only', () => {
    const trace = new Trace()
    expect(balanceAfter('leave.x', 'holiday', decimal('10'), movements, trace).toFixed()).toBe('3.9')
    const inputs = Object.entries(trace.steps[0]?.inputs ?? {}).map(([name, value]) => `${name} ${value}`)
    expect(inputs).toEqual(['before 10', 'accrued 2.5', 'taken 7.6', 'paidOut 1'])
  })

  it('shows no step for leave that was not taken', () => {
    const trace = new Trace()
    expect(writeTaken('leave.x-taken', decimal('0'), trace).toFixed()).toBe('0')
    expect(trace.steps).toEqual([])
    expect(writeTaken('leave.x-taken', decimal('3'), trace).toFixed()).toBe('3')
    expect(trace.steps.length).toBe(1)
  })
})
