import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../../test/support/service-process.ts'
import { programOf } from '../debian-packages.ts'
import { isPrimary, type Node } from './node.ts'

type Target = { name: string; port: number; checkPort: number }

/**
 * HAProxy in front of the servers. It asks our own small health server which one is the primary, as it would ask
 * Patroni's REST API.
 */
export async function startProxy(nodes: readonly Node[], folder: string) {
  const checks = await Promise.all(nodes.map(startCheck))
  const targets = nodes.map(({ name, port }, index) => ({ name, port, checkPort: checks[index]?.port ?? 0 }))
  const proxy = await startProxyFor(targets, folder)
  return {
    url: `postgres://tasman@127.0.0.1:${proxy.port}/tasman`,
    stop(): void {
      proxy.stop()
      for (const check of checks) check.server.close()
    },
  }
}

/** HAProxy as set up in `docs/guides/high-availability.md`. It closes the sessions of a server that is no longer the primary. */
export async function startProxyFor(targets: readonly Target[], folder: string) {
  const port = await freePort()
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 5s',
    // A slow check on a busy machine must not close every session. Three negative answers must.
    '  timeout check 5s',
    '  timeout client 10m',
    '  timeout server 10m',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 3 rise 1 on-marked-down shutdown-sessions',
    ...targets.map(
      ({ name, port: own, checkPort }) => `  server ${name} 127.0.0.1:${own} check port ${checkPort}`,
    ),
    '',
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, lines.join('\n'))
  const child = spawn(programOf('haproxy'), ['-f', file], { stdio: 'ignore' })
  return { port, stop: () => void child.kill('SIGKILL') }
}

async function startCheck(node: Node) {
  const port = await freePort()
  const server = createServer(async (_request, response) => {
    response.writeHead((await isPrimary(node)) ? 200 : 503).end()
  })
  server.listen(port, '127.0.0.1')
  return { port, server }
}
