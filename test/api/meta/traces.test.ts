import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startJobs } from '../../../src/jobs.ts'
import { readSettings } from '../../../src/settings/index.ts'
import { createTracing } from '../../../src/tracing/index.ts'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Traces as an OpenTelemetry collector receives them. */

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const bodies: string[] = []
const collector = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(parts).toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
let tasman: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  tasman = await startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
})
afterAll(() => collector.close())

type Told = { name: string; traceId: string; spanId: string; parentSpanId?: string; facts: AnyJson }

function spansOf(text: string): Told[] {
  return JSON.parse(text).resourceSpans.flatMap((resource: AnyJson) =>
    resource.scopeSpans.flatMap((scope: AnyJson) =>
      scope.spans.map((span: AnyJson) => ({
        ...span,
        facts: Object.fromEntries(
          span.attributes.map(({ key, value }: AnyJson) => [key, value.stringValue ?? value.intValue]),
        ),
      })),
    ),
  )
}

it('a request is a span with its statements inside, in the caller’s trace, and no one’s data is told', async () => {
  const owner = await tasman.clientFor('owner')
  const company = await aCompany(owner)
  const employee = await anEmployee(owner, company.id, {
    last_name: 'Quillfeather',
    phone_mobile: '0412 777 321',
  })
  const traceparent = `00-${TRACE}-${PARENT}-01`
  const shown = await owner.get(`/api/employees/${employee.id}`, undefined, { traceparent })
  expect(shown.status).toBe(200)
  expect((await owner.get('/api/no-such-thing', undefined, { traceparent: 'nonsense' })).status).toBe(404)
  const ran = Promise.withResolvers<void>()
  const jobs = startJobs(tasman.service, [
    {
      name: 'a job that fails',
      everyMs: 10,
      run: async () => {
        ran.resolve()
        throw new RangeError('about Quillfeather')
      },
    },
  ])
  await ran.promise
  await jobs.stop()
  // Pending spans are sent before the process ends.
  await tasman.close()

  const spans = bodies.flatMap(spansOf)
  const own = spans.filter(({ traceId }) => traceId === TRACE)
  const root = own.find(({ parentSpanId }) => parentSpanId === PARENT)
  expect(root).toMatchObject({
    name: 'GET /api/employees/:employee_id',
    facts: { 'http.route': '/api/employees/:employee_id' },
  })
  expect(Number(root?.facts['http.response.status_code'])).toBe(200)
  const inside = own.filter(({ parentSpanId }) => parentSpanId === root?.spanId)
  expect(inside.length).toBeGreaterThan(0)
  expect(inside[0]?.facts).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': 'select' })
  expect(spans.find(({ facts }) => facts['http.route'] === 'unknown')).toBeDefined()
  expect(spans.find(({ name }) => name === 'job a job that fails')?.facts).toEqual({
    'error.type': 'RangeError',
  })
  const all = bodies.join('')
  for (const text of [
    'Quillfeather',
    '0412 777 321',
    '123456782',
    'Nguyen',
    'owner@demo.example',
    owner.token,
  ])
    expect(all).not.toContain(text)
})

it('without a collector nothing of it is loaded', async () => {
  expect(await createTracing(readSettings({}))).toBeUndefined()
  expect(() => readSettings({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('must be a number from 0 to 1')
})
