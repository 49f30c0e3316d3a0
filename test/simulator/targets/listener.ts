import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyJson } from '../../support/app.ts'
import type { Heard } from '../types.ts'

type How = 'well' | 'not' | 'late'
const LATE_MS = 11_000

/** The partners' server: one URL per company, which can refuse, or answer after the timeout. */
export async function startListener() {
  const heard = new Map<string, Heard[]>()
  const ways = new Map<string, How>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? '/'
      const how = ways.get(path) ?? 'well'
      if (how === 'not') return void response.writeHead(500).end()
      if (how === 'late') return void setTimeout(() => response.writeHead(204).end(), LATE_MS)
      const raw = Buffer.concat(parts)
      const list = heard.get(path) ?? []
      list.push({
        headers: request.headers as Record<string, string>,
        raw,
        body: JSON.parse(raw.toString()) as AnyJson,
      })
      heard.set(path, list)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    hook: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** The requests since the last call. */
    heard(path: string): Heard[] {
      const list = heard.get(path) ?? []
      heard.delete(path)
      return list
    },
    hearAs: (path: string, how: How) => void ways.set(path, how),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
