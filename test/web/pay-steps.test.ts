import { describe, expect, it } from 'vitest'
import type { RunStages } from '../../web/api/types.ts'
import { payStepsOf } from '../../web/pays/pay-steps.ts'

type Stage = RunStages['stages'][number]
const WORDS = { lodging: 'Single Touch Payroll', lodge: 'Lodge with STP', authority: 'the ATO' }
const stage = (name: Stage['stage'], change: Partial<Stage> = {}): Stage => ({
  stage: name,
  status: 'open',
  done: 0,
  total: 25,
  open_amount: null,
  overpaid_amount: null,
  at: null,
  by: null,
  ...change,
})

describe('the steps of paying a run', () => {
  it('come in order, say what they will do, and leave out what a company does not need', () => {
    const steps = payStepsOf(
      [
        stage('drafted'),
        stage('journal', { status: 'not-needed' }),
        stage('payslips', { status: 'under-way', done: 24 }),
        stage('lodged'),
        stage('super', { status: 'done' }),
        stage('paid', { open_amount: 187.8 }),
      ],
      WORDS,
    )
    expect(steps.map(({ name, isOpen }) => [name, isOpen])).toEqual([
      ['paid', true],
      ['super', false],
      ['lodged', true],
      ['payslips', true],
    ])
    expect(steps[0]?.says).toContain('$187.80')
    expect(steps[2]?.says).toContain('the ATO would receive for 25 pays')
    expect(steps[3]?.says).toContain('1 payslip')
  })

  it('name no amount before it is known', () => {
    const [bank, fund] = payStepsOf([stage('paid'), stage('super')], WORDS)
    expect(bank?.says).toBe('Downloads a file to upload at your bank. It then counts as sent.')
    expect(fund?.says).toBe('Creates the super file for your clearing house and downloads it.')
  })

  it('count what is sent and not answered yet as nothing left to do', () => {
    const [sent] = payStepsOf([stage('lodged', { status: 'under-way', done: 25 })], WORDS)
    expect(sent).toMatchObject({ isOpen: false, says: 'Sent. The ATO has not answered yet.' })
  })
})
