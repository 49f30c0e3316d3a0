import type { AnyJson, TestClient } from './app.ts'

/** A company that works for pays in its country: `await aCompany(owner, { jurisdiction: 'NZ' })`. */
export async function aCompany(
  client: TestClient,
  overrides: Record<string, unknown> = {},
): Promise<AnyJson> {
  const isNz = overrides.jurisdiction === 'NZ'
  const { status, body } = await client.put('/api/company/create', {
    legal_name: isNz ? 'Kererū Cafe Ltd' : 'Kookaburra Cafe Pty Ltd',
    jurisdiction: 'AU',
    ...(isNz ? { ird_number: '49091850' } : { abn: '51824753556' }),
    ...overrides,
  })
  if (status !== 201) throw new Error(`aCompany: ${status} ${JSON.stringify(body)}`)
  return body
}
