import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../../test/support/service-process.ts'
import { programOf } from '../debian-packages.ts'
import { isPrimary, type Node } from './node.ts'

/**
 * HAProxy in front of the servers, as `docs/guides/high-availability.md` sets it up: it asks each node, as Patroni's REST
 * interface would be asked, whether it is the primary, and ends the sessions of one that is not.
 */
export async function startProxy(nodes: readonly Node[], folder: string) {
  const port = await freePort()
  const checks = await Promise.all(nodes.map(startCheck))
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 10m',
    '  timeout server 10m',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(
      (node, index) => `  server ${node.name} 127.0.0.1:${node.port} check port ${checks[index]?.port}`,
    ),
    '',
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, lines.join('\n'))
  const child = spawn(programOf('haproxy'), ['-f', file], { stdio: 'ignore' })
  return {
    url: `postgres://tasman@127.0.0.1:${port}/tasman`,
    stop(): void {
      child.kill('SIGKILL')
      for (const check of checks) check.server.close()
    },
  }
}

async function startCheck(node: Node) {
  const port = await freePort()
  const server = createServer(async (_request, response) => {
    response.writeHead((await isPrimary(node)) ? 200 : 503).end()
  })
  server.listen(port, '127.0.0.1')
  return { port, server }
}
