import type { TestClient } from '../../support/app.ts'

let serial = 0

/** Valid ABNs and IRD numbers, found by trying, so that every client of a test is a different business. */
function nextAbn(): string {
  for (;;) {
    serial += 1
    const tail = String(100_000_000 + serial * 7).padStart(9, '0')
    for (let lead = 10; lead < 100; lead++) {
      const digits = `${lead}${tail}`
      const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
      const sum = weights.reduce(
        (total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)),
        0,
      )
      if (sum % 89 === 0) return digits
    }
  }
}

export function aClient(overrides: { customer?: object; company?: object } = {}) {
  const abn = nextAbn()
  return {
    customer: {
      first_name: 'Ari',
      last_name: 'Ngata',
      email: `ari${serial}@client.example`,
      phone: '0212345678',
      ...overrides.customer,
    },
    company: { legal_name: `Client ${serial} Pty Ltd`, abn, ...overrides.company },
  }
}

export const keyed = (key = `key-${Math.random()}`) => ({ 'idempotency-key': key })

export const startTrial = (partner: TestClient, body: object = aClient(), key?: string) =>
  partner.post('/api/partner-checkout/trials', body, keyed(key))

export const placeOrder = (partner: TestClient, body: object, key?: string) =>
  partner.post('/api/partner-checkout/orders', body, keyed(key))
