import { describe, expect, it } from 'vitest'
import { Unavailable } from '../kernel/problem.ts'
import { asConnectFault, asFault, type DatabaseFault } from './faults.ts'

const withCode = (code: unknown, message = 'failed') => Object.assign(new Error(message), { code })
const kindOf = (error: unknown) => (asFault(error) as DatabaseFault).kind

describe('a failure of the database', () => {
  it.each([
    ['57P01', 'lost'],
    ['57P02', 'lost'],
    ['08006', 'lost'],
    ['25P03', 'lost'],
    ['ECONNRESET', 'lost'],
    ['57P03', 'unreachable'],
    ['ECONNREFUSED', 'unreachable'],
    ['25006', 'unreachable'],
    ['53300', 'busy'],
    ['53200', 'busy'],
    ['57014', 'busy'],
    ['55P03', 'busy'],
    ['40001', 'busy'],
    ['40P01', 'busy'],
    ['53100', 'full'],
  ])('%s is %s', (code, kind) => expect(kindOf(withCode(code))).toBe(kind))

  it.each([
    ['Connection terminated unexpectedly', 'lost'],
    ['Client has encountered a connection error and is not queryable', 'lost'],
    ['timeout exceeded when trying to connect', 'busy'],
    ['Connection terminated due to connection timeout', 'unreachable'],
  ])('%s: %s', (message, kind) => expect(kindOf(new Error(message))).toBe(kind))

  it('is a worker that is down, but no other internal error', () => {
    const away = withCode('XX000', 'failure on connection marked as essential: 10.0.0.2:5432')
    expect(kindOf(away)).toBe('lost')
    const other = withCode('XX000')
    expect(asFault(other)).toBe(other)
  })

  it('keeps its cause and its code, and is answered as unavailable', () => {
    const cause = withCode('57P01')
    expect(asFault(cause)).toBeInstanceOf(Unavailable)
    expect(asFault(cause)).toMatchObject({ cause, code: '57P01' })
    expect(asFault(asFault(cause))).toMatchObject({ cause, code: '57P01' })
  })

  it('is any failure while connecting, also a wrong password', () => {
    expect(asConnectFault(withCode('28P01'))).toMatchObject({ kind: 'unreachable' })
    expect(asConnectFault(withCode('53300'))).toMatchObject({ kind: 'busy' })
    expect(asConnectFault(new Error('Connection terminated unexpectedly'))).toMatchObject({
      kind: 'unreachable',
    })
  })
})

describe('anything else stays as it came', () => {
  it.each([
    withCode('23505'),
    withCode('42P01'),
    withCode('0A000', 'cannot do that'),
    withCode(400),
    withCode('FST_ERR_CTP_BODY_TOO_LARGE'),
    new TypeError('a mistake of ours'),
    undefined,
    'text',
  ])('%s', (error) => expect(asFault(error)).toBe(error))
})
