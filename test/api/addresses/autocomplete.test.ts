import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const ask = (query: Record<string, string>, client = owner) =>
  client.get(`/api/address/autocomplete?${new URLSearchParams(query)}`)

describe('200', () => {
  it('completes an Australian suburb with state and postcode', async () => {
    const { status, body } = await ask({ text: '12 Smith St, Newtow', country: 'au' })
    expect(status).toBe(200)
    expect(body.results[0]).toEqual({
      formatted: '12 Smith St, Newtown NSW 2042, Australia',
      address1: '12 Smith St',
      city: 'Newtown',
      state: 'NSW',
      postcode: '2042',
      country: 'AU',
    })
  })

  it('completes a New Zealand town with its region', async () => {
    expect((await ask({ text: 'whanganu' })).body.results[0]).toMatchObject({
      city: 'Whanganui',
      state: 'MWT',
      postcode: null,
      country: 'NZ',
    })
  })

  it('suggests no post office boxes', async () => {
    const { body } = await ask({ text: 'Sydney NSW', limit: '10' })
    const postcodes = body.results.map((result: AnyJson) => result.postcode)
    expect(postcodes).toContain('2000')
    expect(postcodes.filter((postcode: string) => postcode.startsWith('1'))).toEqual([])
  })

  it('gives five suggestions by default, and up to ten', async () => {
    expect((await ask({ text: 'mount' })).body.results).toHaveLength(5)
    expect((await ask({ text: 'mount', limit: '10' })).body.results).toHaveLength(10)
    expect((await ask({ text: 'mount', limit: '1' })).body.results).toHaveLength(1)
  })

  it('keeps to the countries named, and ranks the primary one first', async () => {
    const countries = async (query: Record<string, string>) =>
      (await ask({ text: 'hamilton', limit: '10', ...query })).body.results.map(
        (result: AnyJson) => result.country,
      )
    expect(new Set(await countries({ country: 'nz' }))).toEqual(new Set(['NZ']))
    expect(new Set(await countries({ country: 'au' }))).toEqual(new Set(['AU']))
    expect(await countries({ country: 'AU, NZ', primary: 'nz' })).toContain('AU')
    expect((await countries({ primary: 'nz' }))[0]).toBe('NZ')
    expect(await countries({ country: 'us' })).toEqual([])
  })

  it('answers an empty list when nothing fits', async () => {
    expect((await ask({ text: 'zzzzzz' })).body).toEqual({ results: [] })
  })

  it('belongs to the cheap look-ups', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } })
    const answer = await ask({ text: 'zzz' }, await limited.clientFor('owner'))
    await limited.close()
    expect(answer.headers['ratelimit-limit']).toBe('120')
  })
})

describe('401 and 403', () => {
  it('needs a token with a payroll scope', async () => {
    expect((await ask({ text: 'newtown' }, tasman.clientWith())).status).toBe(401)
    const visitor = await tasman.clientFor('owner', { scope: 'openid' })
    expect((await ask({ text: 'newtown' }, visitor)).status).toBe(403)
  })
})

describe('422', () => {
  it.each([
    [{}, 'text'],
    [{ text: 'ab' }, 'text'],
    [{ text: 'x'.repeat(201) }, 'text'],
    [{ text: 'abc', limit: '0' }, 'limit'],
    [{ text: 'abc', limit: '11' }, 'limit'],
    [{ text: 'abc', limit: 'many' }, 'limit'],
    [{ text: 'abc', country: 'aus' }, 'country'],
    [{ text: 'abc', country: 'au;nz' }, 'country'],
    [{ text: 'abc', primary: 'aus' }, 'primary'],
    [{ text: 'abc', page: '1' }, 'page'],
  ])('refuses %j', async (query, field) => {
    const answer = await ask(query as Record<string, string>)
    expect(answer.status).toBe(422)
    expect(answer.body.data[0].loc).toEqual(['query', field])
  })
})
