// Runs an installation as an operator would: production settings, an unprivileged user, a read-only folder.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, startCheckServer } from './check-server.mjs'
import { runDocumentedCommands } from './documented-commands.mjs'
import { makePayslip } from './make-payslip.mjs'

/** An unprivileged user, like the image's own. */
const NOBODY = 65534
const NEED_PROGRAMS = ['backup', 'restore', 'restore:check']

/** Starts the service in `app`, runs every documented command there and makes a payslip. Returns a one-line summary. */
export async function tryInstallation({ app, folder, environment, command, health }) {
  spawnSync('chmod', ['-R', 'a-w,a+rX', app])
  const server = await startCheckServer(folder)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const work = join(folder, 'work')
  mkdirSync(work)
  chmodSync(work, 0o777)
  const options = {
    cwd: app,
    env: {
      PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: base,
      DATABASE_URL: server.url,
      COOKIE_SECRET: randomBytes(32).toString('base64'),
      ENCRYPTION_KEYS: `main:${randomBytes(32).toString('base64')}`,
      NPM_CONFIG_CACHE: join(work, 'npm'),
      TMPDIR: work,
    },
    ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  }
  const [program, ...words] = command
  const service = spawn(program, words, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await untilHealthy(service, health, options)
    const printed = runDocumentedCommands({
      folder: join(work, 'files'),
      options,
      emptyDatabaseUrl: await server.createEmpty(),
      skip: server.hasPrograms ? [] : NEED_PROGRAMS,
    })
    const [link] = /\/set-password\/\S+/.exec(printed['create-customer']) ?? []
    if (!link) throw new Error(`create-customer printed no link: ${printed['create-customer']}`)
    refuseDevelopment(options)
    const email = /owner@\S+/.exec(printed.commands)?.[0]
    const bytes = await makePayslip(base, link, email)
    return `${printed.count} documented commands, sign-in, pay and a payslip of ${bytes} bytes`
  } finally {
    service.kill('SIGTERM')
    await Promise.race([new Promise((resolve) => service.once('exit', resolve)), wait(10_000)])
    await server.stop()
    spawnSync('chmod', ['-R', 'u+w', app])
  }
}

/** Copies the Node of this process to a place that an unprivileged user can reach. */
export function copyNode(folder) {
  mkdirSync(join(folder, 'bin'))
  const node = join(folder, 'bin/node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  return node
}

/** Checks that a developer command names the missing dependencies and installs nothing. */
function refuseDevelopment(options) {
  const { status, stderr } = spawnSync('npm', ['run', '-s', 'bench'], { ...options, encoding: 'utf8' })
  if (status === 0 || !stderr.includes('development dependencies'))
    throw new Error(`npm run bench should say what it lacks: ${stderr}`)
}

async function untilHealthy(service, health, options) {
  for (let tries = 0; tries < 240; tries++) {
    if (service.exitCode !== null) throw new Error(`The service ended with ${service.exitCode}.`)
    if (spawnSync('sh', ['-c', health], options).status === 0) return
    await wait(500)
  }
  throw new Error('The health check did not pass within two minutes.')
}
