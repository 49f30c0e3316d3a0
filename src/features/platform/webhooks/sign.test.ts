import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { makeSecret, standardKey } from './secret.ts'
import { signedHeaders, signingKeys } from './sign.ts'

const delivery = { deliveryId: 12, envelopeId: 'e-1', eventType: 'pay.created', body: '{"a":"\\u00eb"}' }

describe('the signatures of an attempt', () => {
  it('hold the hex HMAC of "<timestamp>.<body>" under the secret as it was shown', () => {
    const headers = signedHeaders(delivery, signingKeys('shown-secret'), new Date('2026-11-02T00:00:07.900Z'))
    expect(headers['x-payroll-timestamp']).toBe('1793577607')
    expect(headers['x-payroll-signature']).toBe(
      createHmac('sha256', 'shown-secret').update('1793577607.{"a":"\\u00eb"}').digest('hex'),
    )
    expect(headers).toMatchObject({ 'x-payroll-event': 'pay.created', 'x-payroll-delivery-id': '12' })
  })

  it('hold a Standard Webhooks signature that the public package verifies', () => {
    for (const secret of [makeSecret(), 'c29tZSBsb25nIHNlY3JldCB0ZXh0']) {
      const headers = signedHeaders(delivery, signingKeys(secret), new Date())
      expect(new Webhook(secret).verify(delivery.body, headers)).toEqual({ a: 'ë' })
    }
    const headers = signedHeaders(delivery, signingKeys('not-base64-at-all'), new Date())
    expect(new Webhook('not-base64-at-all', { format: 'raw' }).verify(delivery.body, headers)).toEqual({
      a: 'ë',
    })
  })

  it('agree with the published vector', () => {
    const key = standardKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const signed = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
    expect(key).toHaveLength(24)
    expect(createHmac('sha256', key).update(signed).digest('base64')).toBe(
      'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })
})

describe('a generated secret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const secret = makeSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(standardKey(secret)).toHaveLength(32)
    expect(makeSecret()).not.toBe(secret)
  })
})
