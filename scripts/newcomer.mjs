// npm run newcomer: uses the packed client in an empty folder as a new user would. Installs it, compiles a strict program against
// it, and receives a verified webhook from a new service. Needs npm run build:packages first.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findNode, root } from './install.mjs'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run newcomer' })

const PROGRAM = `
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createClient, verifyWebhook } from '@tasman/client'

const tasman = createClient({ baseUrl: process.env.TASMAN_URL ?? '', token: process.env.TASMAN_TOKEN ?? '' })
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('not listening')
const { secret } = await tasman.post('/api/webhooks', {
  body: { url: \`http://127.0.0.1:\${address.port}/\`, events: ['company.created'] },
})
await tasman.put('/api/company/create', { body: { legal_name: 'Newcomer Pty Ltd', abn: '51824753556' } })
const [request, response] = await once(server, 'request')
const parts: Buffer[] = []
for await (const part of request) parts.push(part)
const event = await verifyWebhook({ secret: secret ?? '', headers: request.headers, body: new Uint8Array(Buffer.concat(parts)) })
response.writeHead(204).end()
server.close()
const [employee] = await tasman.get('/api/company/{company_id}/employees', { path: { company_id: 1 } })
const name: string | undefined = employee?.first_name
// @ts-expect-error there is no such member
employee?.nothing
console.log(event.type, name)
`

const started = Date.now()
const seconds = () => ((Date.now() - started) / 1000).toFixed(0)
const folder = mkdtempSync(join(tmpdir(), 'tasman-newcomer-'))
const node = findNode()
let service
try {
  const npm = (args, cwd = folder) =>
    execFileSync('npm', [...args, '--silent'], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
  npm(['pack', '-w', '@tasman/client', '--pack-destination', folder], root)
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"name": "newcomer", "private": true, "type": "module"}')
  npm(['install', join(folder, tarball), 'typescript@5.9.3', '@types/node@24.19.2'], project)
  writeFileSync(join(project, 'hello.ts'), PROGRAM)
  const guides = writeGuides(project)
  const strict = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    'false',
  ]
  const target = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node']
  execFileSync(node, ['node_modules/typescript/bin/tsc', ...strict, ...target, 'hello.ts', ...guides], {
    cwd: project,
    stdio: 'inherit',
  })
  console.log(`Installed and compiled in strict mode after ${seconds()} s.`)

  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: base,
    DATA_DIR: join(folder, 'data'),
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  service = spawn(node, [join(root, 'src/main.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (
    !(await fetch(`${base}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (service.exitCode !== null) throw new Error('The service did not start.')
    await wait(200)
  }
  const TASMAN_TOKEN = execFileSync(node, [join(root, 'scripts/token.ts')], {
    env: { ...env, BASE_URL: base },
    encoding: 'utf8',
  }).trim()
  const said = execFileSync(node, ['hello.js'], {
    cwd: project,
    env: { ...process.env, TASMAN_URL: base, TASMAN_TOKEN },
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (!/^company\.created \w+/.test(said)) throw new Error(`The program said: ${said}`)
  console.log(`1 passed, 0 failed: from the packed client to a verified webhook in ${seconds()} s.`)
} finally {
  service?.kill('SIGTERM')
  await Promise.race([new Promise((resolve) => service?.once('exit', resolve) ?? resolve()), wait(15_000)])
  rmSync(folder, { recursive: true, force: true })
}

/** Readers copy the code of the guides, so it must compile too. */
function writeGuides(project) {
  const folder = join(root, 'docs/guides')
  return readdirSync(folder).flatMap((file) => {
    const blocks = [...readFileSync(join(folder, file), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)]
    if (blocks.length === 0) return []
    const name = `guide-${file.replace('.md', '.ts')}`
    writeFileSync(join(project, name), blocks.map(([, code]) => code).join('\n'))
    return [name]
  })
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
