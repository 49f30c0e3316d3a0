import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

describe('the control of the built-in gateways', () => {
  it('shows and sets how they behave', async () => {
    expect((await owner.get('/api/demo/gateways')).body).toEqual({ stp: 'accept', payday: 'accept' })
    expect(await owner.put('/api/demo/gateways', { stp: 'down' })).toMatchObject({
      status: 200,
      body: { stp: 'down', payday: 'accept' },
    })
  })

  it('knows no other behaviour', async () => {
    expect((await owner.put('/api/demo/gateways', { stp: 'explode' })).status).toBe(422)
  })

  it('leaves real gateways alone', async () => {
    const { transports } = tasman.service.ports
    tasman.service.ports.transports = { ...transports, IR: 'https' }
    expect((await owner.put('/api/demo/gateways', { payday: 'down' })).status).toBe(400)
    tasman.service.ports.transports = transports
  })

  it('does not exist in production', async () => {
    const settings = { ...tasman.service.settings, mode: 'production' as const }
    const app = await buildApp({ ...tasman.service, settings })
    const headers = { authorization: `Bearer ${owner.token}` }
    const answer = await app.inject({ method: 'GET', url: '/api/demo/gateways', headers })
    expect(answer.statusCode).toBe(404)
    await app.close()
  })
})
