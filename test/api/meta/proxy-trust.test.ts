import { afterAll, describe, expect, it } from 'vitest'
import { readProxyTrust } from '../../../src/settings/proxy-trust.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

const apps: TestApp[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

/** The address that the audit log records for a write with this header. */
async function addressSeen(trust: string, forwarded: string, remoteAddress = '10.0.0.9'): Promise<string> {
  const tasman = await startTestApp({
    env: { TRUST_PROXY: trust },
    ...(apps[0] ? { databaseUrl: apps[0].databaseUrl } : {}),
  })
  apps.push(tasman)
  const { token } = await (apps[0] as TestApp).clientFor('owner')
  const answer = await tasman.app.inject({
    method: 'PUT',
    url: '/api/company/create',
    remoteAddress,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': forwarded },
    payload: { legal_name: 'Forwarded Pty Ltd' },
  })
  expect(answer.statusCode).toBe(201)
  const { rows } = await tasman.service.database.pool.query(
    'select ip from audit_log where request_id = $1',
    [answer.headers['x-request-id']],
  )
  return rows[0].ip
}

describe('X-Forwarded-For', () => {
  it.each([
    ['off', '1.2.3.4', '10.0.0.9'],
    ['on', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['2', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
    ['10.0.0.0/8', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
    ['192.168.0.0/16', '6.6.6.6, 1.2.3.4', '10.0.0.9'],
    ['on', 'x'.repeat(3000), '10.0.0.9'],
    ['on', `${'9.9.9.9,'.repeat(400)}1.2.3.4`, '1.2.3.4'],
    ['on', "1.2.3.4'; drop table users", '10.0.0.9'],
    ['on', '[2001:db8::7]:4711', '2001:db8::7'],
    ['2', 'not an address, 1.2.3.4', '1.2.3.4'],
  ])('with TRUST_PROXY=%s: %s', async (trust, forwarded, seen) => {
    expect(await addressSeen(trust, forwarded)).toBe(seen)
  })
})

it.each(['yes', '-1', '99', '10.0.0.0/99', 'proxy.example'])('TRUST_PROXY=%s is refused', (value) => {
  expect(() => readProxyTrust(value)).toThrow(/must be/)
})
