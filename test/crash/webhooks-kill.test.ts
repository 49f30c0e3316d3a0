import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/embedded.ts'
import { freePort, type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { USUAL_KILLS } from '../support/thorough.ts'

const KILLS = Number(process.env.TASMAN_KILLS ?? USUAL_KILLS)
const EVENTS = process.env.TASMAN_KILLS ? 2000 : 200
const WRITERS = 4
const DRAIN_MS = 90_000
const TOKEN_SCRIPT = join(import.meta.dirname, '../../scripts/token.ts')

it(
  `each of ${EVENTS} events is delivered at least once over ${KILLS} times kill -9 of the service`,
  async () => {
    const listener = await startListener()
    onTestFinished(listener.close)
    const env = {
      DATA_DIR: await temporaryFolder(onTestFinished),
      PORT: String(await freePort()),
      WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
      WEBHOOK_RETRY_WAITS: '1',
    }
    let service = await startServiceProcess(env)
    const token = await fetchToken(service)
    const endpoint = await call(service, token, 'POST', '/api/webhooks', {
      url: listener.url,
      events: ['company.created'],
    })
    expect(endpoint).toHaveProperty('secret')

    const acknowledged: number[] = []
    for (let round = 1; round <= KILLS; round += 1) {
      const quota = Math.round((EVENTS * round) / KILLS)
      const writing = writeUntil(service, token, acknowledged, quota)
      await sleep(Math.random() * 600)
      await service.kill('SIGKILL')
      await writing
      service = await startServiceProcess(env)
      await writeUntil(service, token, acknowledged, quota)
    }

    expect(acknowledged.length).toBeGreaterThanOrEqual(EVENTS)
    const missing = () => acknowledged.filter((id) => !listener.accepted.has(id))
    const deadlineMs = performance.now() + DRAIN_MS
    while (missing().length > 0 && performance.now() < deadlineMs) await sleep(200)
    expect(missing()).toEqual([])

    const logPath = `/api/webhooks/${endpoint.id}/deliveries?limit=500`
    const log = await call<{ status: string }[]>(service, token, 'GET', logPath)
    const unfinished = log.filter((row) => row.status === 'failed' || row.status === 'skipped')
    expect(unfinished).toEqual([])
    const repeats = [...listener.accepted.values()].reduce((sum, times) => sum + times - 1, 0)
    console.log(`${acknowledged.length} events, ${KILLS} kills: all delivered, ${repeats} duplicates`)
    await service.kill('SIGTERM')
  },
  DRAIN_MS + 60_000 + KILLS * 20_000,
)

/** Accepts most deliveries after a moment and refuses some; counts how often each company's event was accepted. */
async function startListener() {
  const accepted = new Map<number, number>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString()
    })
    request.on('end', async () => {
      await sleep(Math.random() * 40)
      if (Math.random() < 0.1) return response.writeHead(500).end()
      const { entity } = JSON.parse(text) as { entity: { id: number } }
      accepted.set(entity.id, (accepted.get(entity.id) ?? 0) + 1)
      return response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { accepted, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/**
 * Creates companies with several writers until a number of them were acknowledged or the service has gone.
 */
async function writeUntil(
  service: ServiceProcess,
  token: string,
  acknowledged: number[],
  quota: number,
): Promise<void> {
  const write = async () => {
    while (acknowledged.length < quota) {
      const body = { legal_name: `Company ${acknowledged.length} Pty Ltd` }
      const company = await call(service, token, 'PUT', '/api/company/create', body).catch(() => undefined)
      if (!company) return
      acknowledged.push(company.id)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
}

async function fetchToken(service: ServiceProcess): Promise<string> {
  const env = { ...process.env, BASE_URL: service.baseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, [TOKEN_SCRIPT, '--as', 'owner'], { env })
  return stdout.trim()
}

// Retries a service that reports overload, as it may on a busy machine: nothing was written.
async function call<T = { id: number }>(
  service: ServiceProcess,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  for (;;) {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (answer.ok) return JSON.parse(text) as T
    if (answer.status !== 503) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    await sleep(200)
  }
}
