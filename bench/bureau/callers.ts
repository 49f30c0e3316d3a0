import { parentPort, workerData } from 'node:worker_threads'
import { Agent, request } from 'undici'

/* Callers run in their own thread, so only the service's event loop is measured. */

type Data = {
  url: string
  token: string
  callers: number
  paths: string[]
  probe: { token: string; path: string }
}
const { url, token, callers, paths, probe } = workerData as Data
const dispatcher = new Agent({ connections: callers + 4 })

async function get(path: string, bearer: string) {
  const from = performance.now()
  const { statusCode, body } = await request(`${url}${path}`, {
    dispatcher,
    headers: { authorization: `Bearer ${bearer}`, 'accept-encoding': 'gzip' },
  })
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Buffer).length
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
  return { ms: performance.now() - from, bytes }
}

let isOver = false
async function watch(): Promise<number[]> {
  const taken: number[] = []
  while (!isOver) taken.push((await get(probe.path, probe.token)).ms)
  return taken
}

async function visit() {
  const from = performance.now()
  let bytes = 0
  for (const path of paths) bytes += (await get(path, token)).bytes
  return { ms: performance.now() - from, bytes }
}

await get(probe.path, probe.token)
const watching = watch()
const visits = await Promise.all(Array.from({ length: callers }, visit))
isOver = true
parentPort?.postMessage({ visits, probes: await watching })
await dispatcher.close()
