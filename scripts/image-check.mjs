// Builds what the Dockerfile builds, without an engine, and makes a payslip with it: npm run image:check
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { bytesIn, replayDockerfile } from './dockerfile.mjs'
import { root } from './install.mjs'
import { makePayslip } from './make-payslip.mjs'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run image:check' })

const MOST_MEGABYTES = 120
/** A user without rights, as the image's own is. */
const NOBODY = 65534

const folder = mkdtempSync(join(tmpdir(), 'tasman-image-'))
chmodSync(folder, 0o755)
let postgres
let server
try {
  const node = copyNode(folder)
  const image = replayDockerfile(root, folder, { node })
  const app = join(image.folder, image.workdir)
  const megabytes = bytesIn(app) / 1e6
  console.log(`The image copies ${megabytes.toFixed(0)} MB.`)
  if (megabytes > MOST_MEGABYTES) throw new Error(`That is more than ${MOST_MEGABYTES} MB.`)
  if (existsSync(join(app, 'node_modules/vitest'))) throw new Error('Development packages were copied.')
  spawnSync('chmod', ['-R', 'a-w,a+rX', image.folder])

  postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    isThrowaway: true,
    log: console.error,
  })
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const environment = {
    PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
    ...image.environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: base,
    DATABASE_URL: postgres.url,
    COOKIE_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: `main:${randomBytes(32).toString('base64')}`,
  }
  const options = {
    cwd: app,
    env: environment,
    ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  }
  const [command, ...words] = image.command
  server = spawn(command, words, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  await untilHealthy(image.health, options)
  const customer = spawnSync(
    'node',
    [
      'scripts/create-customer.ts',
      '--name',
      'Image Pty Ltd',
      '--email',
      'owner@image.example',
      '--owner',
      'Ona Owner',
    ],
    { ...options, encoding: 'utf8' },
  )
  const link = /\/set-password\/\S+/.exec(customer.stdout)?.[0]
  if (!link) throw new Error(`No customer was made: ${customer.stdout}${customer.stderr}`)
  const bytes = await makePayslip(base, link)
  console.log(`1 passed, 0 failed: production start, sign-in, pay and a payslip of ${bytes} bytes.`)
} finally {
  server?.kill('SIGTERM')
  await Promise.race([new Promise((resolve) => server?.once('exit', resolve)), wait(10_000)])
  await postgres?.stop()
  spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}

/** The Node of this process, where the image's user can reach it. */
function copyNode(target) {
  mkdirSync(join(target, 'bin'))
  const node = join(target, 'bin/node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  return node
}

async function untilHealthy(health, options) {
  for (let tries = 0; tries < 120; tries++) {
    if (server.exitCode !== null) throw new Error(`The service ended with ${server.exitCode}.`)
    if (spawnSync('sh', ['-c', health], options).status === 0) return
    await wait(500)
  }
  throw new Error('The health check of the image did not pass within a minute.')
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
