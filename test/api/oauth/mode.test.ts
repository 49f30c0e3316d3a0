import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { createService } from '../../../src/create-service.ts'
import type { App } from '../../../src/http/types.ts'
import type { Service } from '../../../src/service.ts'
import { readSettings } from '../../../src/settings/index.ts'
import { startTestApp, TEST_KEY, type TestApp } from '../../support/app.ts'
import { authorize, createVisitor, exchangeCode } from '../../support/visitor.ts'

let tasman: TestApp
let production: { service: Service; app: App }
beforeAll(async () => {
  tasman = await startTestApp()
  const settings = { ...readSettings({ LOG_LEVEL: 'silent' }), mode: 'production' as const }
  const service = createService({
    settings,
    databaseUrl: tasman.databaseUrl,
    encryptionKeys: [{ id: 'test', key: TEST_KEY }],
    clock: tasman.clock,
  })
  production = { service, app: await buildApp(service) }
})
afterAll(async () => {
  await production.app.close()
  await production.service.database.close()
  await tasman.close()
})

it('what was handed out in another mode opens nothing after a production start on the same database', async () => {
  const visitor = createVisitor(tasman)
  const code = (await authorize(visitor, {})).get('code') as string
  const { body } = await exchangeCode(tasman, code)
  const ask = (app: App, headers: Record<string, string>, url = '/api/company') =>
    app.inject({ method: 'GET', url, headers })
  const bearer = { authorization: `Bearer ${body.access_token}` }
  expect((await ask(tasman.app, bearer)).statusCode).toBe(200)
  expect((await ask(production.app, bearer)).statusCode).toBe(401)

  const session = { cookie: `tasman_session=${visitor.cookies.get('tasman_session')}` }
  expect((await ask(tasman.app, session, '/account/security')).statusCode).toBe(200)
  expect((await ask(production.app, session, '/account/security')).statusCode).toBe(302)
})
