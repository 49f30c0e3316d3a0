import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from './postgres.ts'

const ROOT = join(import.meta.dirname, '../..')
const DEFAULTS = {
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
}

/** The real service in its own process. */
export interface ServiceProcess {
  baseUrl: string
  child: ChildProcess
  /** Its output so far. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

// Benchmarks and checks hash passwords at their full cost.
const QUICK_PASSWORDS = process.env.VITEST ? ['--import', './test/support/quick-passwords.ts'] : []
const FROM_SOURCE = [process.execPath, ...QUICK_PASSWORDS, 'src/main.ts']

/** Starts the real service as its own process and waits until it is healthy. Rejects with its output when it exits. */
export async function startServiceProcess(
  env: NodeJS.ProcessEnv,
  command: string[] = FROM_SOURCE,
): Promise<ServiceProcess> {
  const port = env.PORT ?? String(await freePort())
  const [name = '', ...args] = command
  const child = spawn(name, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutTestVariables(), ...DEFAULTS, ...throughPooler(env), PORT: port },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += part.toString()
    })
  }
  const exited = once(child, 'exit')
  const baseUrl = `http://127.0.0.1:${port}`
  while (!(await isHealthy(baseUrl))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(output.trim())
    await sleep(50)
  }
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return { baseUrl, child, output: () => output, kill }
}

/** Under scripts/with-pooler.ts, a process also connects through the pooler. */
function throughPooler(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TEST_POOLER_URL: pooler, TEST_DATABASE_URL: server } = process.env
  if (!pooler || !server || !env.DATABASE_URL) return env
  const name = new URL(env.DATABASE_URL).pathname.slice(1)
  return {
    ...env,
    DATABASE_URL: withDatabase(pooler, name),
    DIRECT_DATABASE_URL: withDatabase(server, name),
    PREPARED_STATEMENTS: 'off',
  }
}

/** An unused port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** Whether the service at this address is healthy. */
export async function isHealthy(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/health`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

// The test runner sets NODE_ENV=test, but the process under test must start as a person would start it.
function withoutTestVariables(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, DATABASE_URL: _url, DATA_DIR: _folder, ...rest } = process.env
  return rest
}
