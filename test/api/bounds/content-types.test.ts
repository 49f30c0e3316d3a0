import jpeg from 'jpeg-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import {
  type HeavyBody,
  heavyCsv,
  heavyForms,
  heavyImages,
  manyEmployees,
} from '../../support/heavy-files.ts'
import { aCompany } from '../../support/make.ts'
import { type MeasuredService, startMeasuredService } from '../../support/measured.ts'
import { type RunningRoute, watchRoutes } from '../../support/running-routes.ts'
import { aPng } from '../branding/support.ts'
import { startTrial } from '../partner-checkout/support.ts'

/** No input of one caller may block the event loop for longer. */
const BLOCK_MS = 200
const REFUSED_CPU_MS = 2000
const RSS_MB = 700
/** An idle service plus the 250 MB for decoding one image. Two images at once would take more. */
const IMAGES_RSS_MB = 800
/** Compilation and garbage collection cause single delays. Only a delay that repeats is ours. */
const TRIES = 2
const JSON_TYPE = 'application/json'
/** JSON too, of at most 16 kB: too little to take long. */
const SCIM_TYPE = 'application/scim+json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MB = 1024 * 1024

let tasman: TestApp
let routes: RunningRoute[]
let owner: TestClient
let partner: TestClient
let service: MeasuredService
let ids: { au: number; nz: number; client: number }

beforeAll(async () => {
  const started = await watchRoutes(() => startTestApp())
  tasman = started.value
  routes = started.routes
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
  const [au, nz] = [await aCompany(owner), await aCompany(owner, { jurisdiction: 'NZ' })]
  ids = { au: au.id, nz: nz.id, client: (await startTrial(partner)).body.customer_id }
  await tasman.administer('update customers set employee_cap = 100000')
  service = await startMeasuredService(tasman.databaseUrl)
}, 120_000)
afterAll(async () => {
  service?.stop()
  await tasman.close()
})

type Case = { path: string; type: string; headers: Record<string, string>; bodies: Record<string, HeavyBody> }

const bearer = ({ token }: TestClient) => ({ authorization: `Bearer ${token}` })
const ACT = 'employee,start_date,period_start,period_end,gross'

/**
 * Every route that reads anything other than JSON or a form, and the bodies to try on it. A missing route
 * fails the first test.
 */
const FILES: Record<string, (limit: number) => Case> = {
  'POST /api/company/:company_id/imports/:kind text/csv': (limit) => ({
    path: `/api/company/${ids.au}/imports/employees?dry_run=true`,
    type: 'text/csv',
    headers: bearer(owner),
    bodies: { ...heavyCsv('first_name,last_name', limit), ...manyEmployees() },
  }),
  'POST /api/company/:company_id/holidays-act-report *': (limit) => ({
    path: `/api/company/${ids.nz}/holidays-act-report`,
    type: 'text/csv',
    headers: bearer(owner),
    bodies: heavyCsv(ACT, limit),
  }),
  'POST /api/company/:company_id/holidays-act-report/history-letter *': (limit) => ({
    path: `/api/company/${ids.nz}/holidays-act-report/history-letter?employee=A`,
    type: 'text/csv',
    headers: bearer(owner),
    bodies: heavyCsv(ACT, limit),
  }),
  'PUT /api/branding/logo *': (limit) => ({
    path: '/api/branding/logo',
    type: 'image/png',
    headers: bearer(owner),
    bodies: heavyImages(aPng(), limit),
  }),
  'PUT /api/partner-checkout/clients/:id/branding/logo *': (limit) => ({
    path: `/api/partner-checkout/clients/${ids.client}/branding/logo`,
    type: 'image/png',
    headers: bearer(partner),
    bodies: heavyImages(aPng(), limit),
  }),
}
/** Passes its body on to the routes of the API without reading it. */
const HANDED_ON = /^\w+ \/app\/api\/\*$/

/** The routes that read forms. All others refuse them by their content type. */
const readsForms = ({ url }: RunningRoute) => !url.startsWith('/api/') || url.startsWith('/api/oauth/')

const pathOf = ({ url }: RunningRoute) => url.replaceAll(/:\w+/g, '1')

async function send(method: string, path: string, type: string, body: Buffer, headers = {}) {
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: { 'content-type': type, ...headers },
    body: new Uint8Array(body),
    redirect: 'manual',
  })
  return { status: answer.status, size: (await answer.arrayBuffer()).byteLength }
}

async function tryAll(method: string, { path, type, headers, bodies }: Case): Promise<string[]> {
  const wrong: string[] = []
  for (const [what, { body, isHonest }] of Object.entries(bodies)) {
    let [least, said] = [Number.POSITIVE_INFINITY, '']
    for (let i = 0; i < TRIES && least > BLOCK_MS; i++) {
      await service.measure()
      const { status, size } = await send(method, path, type, body, headers)
      const { longestMs, cpuMs, rssMb } = await service.measure()
      said = `${method} ${path} ${what}: ${status}, ${Math.round(longestMs)} ms, cpu ${Math.round(cpuMs)} ms, ${Math.round(rssMb)} MB, answer ${size}`
      const isWrong =
        status >= 500 || rssMb > RSS_MB || size > 5 * MB || (!isHonest && cpuMs > REFUSED_CPU_MS)
      least = isWrong ? Number.POSITIVE_INFINITY : Math.min(least, longestMs)
    }
    if (process.env.SHOW_BLOCKS) console.log(said)
    if (least > BLOCK_MS) wrong.push(said)
  }
  return wrong
}

describe('every route with every content type that it reads', () => {
  it('has a case', () => {
    const missing = routes.flatMap((route) =>
      route.types
        .filter((type) => ![JSON_TYPE, SCIM_TYPE, FORM_TYPE].includes(type))
        .map((type) => `${route.name} ${type}`)
        .filter((name) => !FILES[name] && !HANDED_ON.test(name.replace(/ \*$/, ''))),
    )
    expect(missing).toEqual([])
    expect(routes.length).toBeGreaterThan(100)
  })

  it('is refused by its type before its body, where a form is none of its types', async () => {
    const wrong: string[] = []
    for (const route of routes.filter((each) => each.types.includes(FORM_TYPE) && !readsForms(each))) {
      const client = route.url.includes('partner-checkout') ? partner : owner
      const body = Buffer.from('a=1')
      const { status } = await send(route.method, pathOf(route), FORM_TYPE, body, bearer(client))
      if (![403, 404, 422].includes(status)) wrong.push(`${route.name} ${status}`)
    }
    expect(wrong).toEqual([])
  }, 120_000)

  it('reads forms of the largest size without holding others up', async () => {
    const wrong: string[] = []
    for (const route of routes.filter((each) => each.types.includes(FORM_TYPE) && readsForms(each)))
      wrong.push(
        ...(await tryAll(route.method, {
          path: pathOf(route),
          type: FORM_TYPE,
          headers: {},
          bodies: heavyForms(route.limit),
        })),
      )
    expect(wrong).toEqual([])
  }, 300_000)

  it.each(Object.keys(FILES))(
    '%s holds no one up',
    async (name) => {
      const route = routes.find((each) => name.startsWith(`${each.name} `))
      expect(route, name).toBeDefined()
      if (!route) return
      expect(await tryAll(route.method, (FILES[name] as (limit: number) => Case)(route.limit))).toEqual([])
    },
    600_000,
  )

  it('decodes one large image at a time, so that eight at once take no more memory', async () => {
    const side = 2000
    const data = Buffer.alloc(side * side * 4, 200)
    for (let at = 0; at < data.length; at += 64) data[at] = at / 64
    const { data: image } = jpeg.encode({ width: side, height: side, data }, 40)
    // A separate process, so that memory left by earlier files is not counted.
    service.stop()
    service = await startMeasuredService(tasman.databaseUrl)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => send('PUT', '/api/branding/logo', 'image/jpeg', image, bearer(owner))),
    )
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await service.measure()).rssMb).toBeLessThan(IMAGES_RSS_MB)
  }, 120_000)
})
