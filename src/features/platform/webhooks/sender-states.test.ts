import { describe, expect, it } from 'vitest'
import { firstState, nextState, type SenderFacts, WAITS } from './sender-states.ts'

/** A sweep that has just claimed everything due and has nothing left in this process. */
const EMPTY: SenderFacts = {
  nowMs: 10_000,
  isStopped: false,
  hasFailed: false,
  inFlight: 0,
  results: 0,
  queued: 0,
  overdue: 0,
  mayMoreBeDue: false,
  claimedMs: 10_000,
}
const facts = (changes: Partial<SenderFacts>): SenderFacts => ({ ...EMPTY, ...changes })

const ROUND_TRIPS = ['claiming', 'recording', 'draining'] as const

describe('a sweep', () => {
  it('starts by claiming', () => {
    expect(firstState(facts({ mayMoreBeDue: true, claimedMs: Number.NEGATIVE_INFINITY }))).toBe('claiming')
  })

  it('starts by draining when the service already stops', () => {
    expect(firstState(facts({ isStopped: true, mayMoreBeDue: true }))).toBe('draining')
  })
})

describe.each(ROUND_TRIPS)('%s', (state) => {
  it('leads to failed when a statement failed, whatever is left', () => {
    expect(nextState(state, facts({ hasFailed: true }))).toBe('failed')
    expect(nextState(state, facts({ hasFailed: true, inFlight: 3 }))).toBe('failed')
  })

  it('leads to finished when nothing is left and nothing more is due', () => {
    expect(nextState(state, facts({}))).toBe('finished')
  })

  it('leads to finished when nothing is left and the sweep is stopped, though more is due', () => {
    expect(nextState(state, facts({ isStopped: true, mayMoreBeDue: true }))).toBe('finished')
  })

  it.each([{ inFlight: 1 }, { results: 1 }, { queued: 1 }, { overdue: 1 }, { mayMoreBeDue: true }])(
    'leads to waiting with %o',
    (left) => {
      expect(nextState(state, facts(left))).toBe('waiting')
    },
  )

  it.each([{ inFlight: 1 }, { results: 1 }, { queued: 1 }, { overdue: 1 }])(
    'leads to waiting with %o when the sweep is stopped',
    (left) => {
      expect(nextState(state, facts({ ...left, isStopped: true }))).toBe('waiting')
    },
  )
})

describe('waiting', () => {
  it('leads to gathering while the queue keeps the endpoints busy', () => {
    expect(nextState('waiting', facts({ inFlight: 4, queued: 32 }))).toBe('gathering')
  })

  it('leads to settling when the queue runs low', () => {
    expect(nextState('waiting', facts({ inFlight: 4, queued: 31 }))).toBe('settling')
  })

  it('leads to a round trip when no attempt is in flight, however long the queue', () => {
    expect(nextState('waiting', facts({ results: 4 }))).toBe('recording')
    expect(nextState('waiting', facts({ results: 4, queued: 32 }))).toBe('recording')
  })

  it('ends with the first result, without an attempt in flight, or after 250 ms', () => {
    const { isOver, atMostMs } = WAITS.waiting
    expect(isOver(facts({ inFlight: 1 }))).toBe(false)
    expect(isOver(facts({ inFlight: 1, results: 1 }))).toBe(true)
    expect(isOver(facts({}))).toBe(true)
    expect(atMostMs).toBe(250)
  })
})

describe('gathering', () => {
  it('leads to settling', () => {
    expect(nextState('gathering', facts({ inFlight: 1, results: 9, queued: 31 }))).toBe('settling')
    expect(nextState('gathering', facts({ inFlight: 1, results: 9, queued: 99 }))).toBe('settling')
  })

  it('leads to a round trip when no attempt is in flight', () => {
    expect(nextState('gathering', facts({ results: 9 }))).toBe('recording')
  })

  it('ends when the queue runs low, without an attempt in flight, or after 25 ms', () => {
    const { isOver, atMostMs } = WAITS.gathering
    expect(isOver(facts({ inFlight: 1, results: 9, queued: 32 }))).toBe(false)
    expect(isOver(facts({ inFlight: 1, queued: 31 }))).toBe(true)
    expect(isOver(facts({ queued: 32 }))).toBe(true)
    expect(atMostMs).toBe(25)
  })
})

describe('settling', () => {
  it('leads to draining when the sweep is stopped', () => {
    expect(nextState('settling', facts({ isStopped: true, inFlight: 1, mayMoreBeDue: true }))).toBe(
      'draining',
    )
  })

  it('leads to claiming when more may be due and the queue runs low', () => {
    expect(nextState('settling', facts({ inFlight: 1, mayMoreBeDue: true, queued: 31 }))).toBe('claiming')
  })

  it('leads to claiming when the last claim was 250 ms ago', () => {
    expect(nextState('settling', facts({ inFlight: 1, claimedMs: EMPTY.nowMs - 250, queued: 99 }))).toBe(
      'claiming',
    )
  })

  it('leads to recording while the queue is long, though more may be due', () => {
    expect(nextState('settling', facts({ inFlight: 1, mayMoreBeDue: true, queued: 32 }))).toBe('recording')
  })

  it('leads to recording when all that was due was claimed less than 250 ms ago', () => {
    expect(nextState('settling', facts({ inFlight: 1, claimedMs: EMPTY.nowMs - 249 }))).toBe('recording')
  })

  it('ends without an attempt in flight, or after 5 ms', () => {
    const { isOver, atMostMs } = WAITS.settling
    expect(isOver(facts({ inFlight: 1, results: 9 }))).toBe(false)
    expect(isOver(facts({ results: 9 }))).toBe(true)
    expect(atMostMs).toBe(5)
  })
})
