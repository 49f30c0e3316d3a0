import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp()
})
afterAll(() => tasman.close())

describe('GET /api/health', () => {
  it('answers ok without a token', async () => {
    const { status, body } = await tasman.clientWith().get('/api/health')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ok', database: 'ok', region: 'AU' })
  })
})

describe('every address', () => {
  it('answers 404 with a detail when there is no such route', async () => {
    expect(await tasman.clientWith().get('/api/nothing')).toMatchObject({
      status: 404,
      body: { detail: 'Not Found' },
    })
  })

  it('answers 405 and the allowed methods when the route takes another method', async () => {
    const answer = await tasman.clientWith().post('/api/health', {})
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(answer.body.detail).toContain('Method Not Allowed')
  })

  it('serves its OpenAPI document', async () => {
    const { body } = await tasman.clientWith().get('/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(body.info.version).toBe('0.1.0')
    expect(body.components.schemas).toHaveProperty('Health')
    const { body: health } = await tasman.clientWith().get('/api/schema/endpoints/get-health.json')
    expect(health.path).toBe('/api/health')
  })
})

it('serves security.txt where the operator named a contact', async () => {
  const named = await startTestApp({ env: { SECURITY_CONTACT: 'security@employer.example' } })
  try {
    const answer = await named.clientWith().get('/.well-known/security.txt')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatch(
      /^Contact: mailto:security@employer\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n/,
    )
  } finally {
    await named.close()
  }
})
