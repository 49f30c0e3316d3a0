import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const BUILT_IN = {
  '/api/employment-types': [
    { id: 1, name: 'Full-time', is_built_in: true },
    { id: 2, name: 'Part-time', is_built_in: true },
    { id: 3, name: 'Casual', is_built_in: true },
  ],
  '/api/employment-tenures': [
    { id: 1, name: 'Permanent', is_built_in: true },
    { id: 2, name: 'Temporary', is_built_in: true },
  ],
}

describe.each(Object.entries(BUILT_IN))('%s', (path, builtIn) => {
  it('200 lists the built-in options', async () => {
    expect(await owner.get(path)).toMatchObject({ status: 200, body: builtIn })
  })

  it('201 adds an option for this customer alone', async () => {
    const { status, body } = await owner.post(path, { name: ' Apprentice ' })
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(Number), name: 'Apprentice', is_built_in: false })
    expect((await owner.get(path)).body).toEqual([...builtIn, body])
    const other = await tasman.clientFor('other')
    expect((await other.get(path)).body).toEqual(builtIn)
    expect((await other.post(path, { name: 'Apprentice' })).status).toBe(201)
  })

  it('409 for a name that exists, built in or custom, in any case', async () => {
    await owner.post(path, { name: 'Seasonal' })
    for (const name of ['seasonal', ' SEASONAL', builtIn[0]?.name.toUpperCase()])
      expect((await owner.post(path, { name })).status).toBe(409)
  })

  it('409 for all but one of ten at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.post(path, { name: 'All at once' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('403 without the scope', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const visitor = await tasman.clientFor('owner', { scope: 'openid' })
    expect((await visitor.get(path)).status).toBe(403)
    expect((await reader.post(path, { name: 'Intern' })).status).toBe(403)
  })

  it('422 for a name that is missing, blank or too long, and for an unknown key', async () => {
    for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(61) }, { name: 5 }, { name: 'A', id: 1 }])
      expect(await owner.post(path, body)).toMatchObject({ status: 422, body: { status_code: 10_422 } })
  })
})
