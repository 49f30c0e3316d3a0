import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readPostmaster } from '../../src/database/embedded/leftover.ts'
import { isRunning } from '../../src/database/embedded/processes.ts'
import { temporaryFolder } from '../support/embedded.ts'
import { isHealthy, startServiceProcess } from '../support/service-process.ts'

const hasNpm = spawnSync('npm', ['--version'], { stdio: 'ignore' }).status === 0
const NPM_START = ['npm', 'start']

it.runIf(hasNpm)('npm start prints the address, the demo sign-ins and three commands to try', async () => {
  const dataDir = await temporaryFolder(onTestFinished)
  const service = await startServiceProcess({ DATA_DIR: dataDir }, NPM_START)
  await expect.poll(service.output).toContain('/api/company')
  expect(service.output()).toContain(`ready at ${service.baseUrl}`)
  for (const name of ['owner', 'other', 'lapsed', 'partner']) {
    expect(service.output()).toContain(`${name}@demo.example`)
  }
  expect(service.output()).toContain('npm run -s token')
  await service.kill('SIGTERM')
  await expect.poll(() => isHealthy(service.baseUrl), { timeout: 60_000 }).toBe(false)
  await waitUntilStopped(dataDir)
})

it.runIf(hasNpm)('when npm is killed, the service stops and so does its database', async () => {
  const dataDir = await temporaryFolder(onTestFinished)
  const service = await startServiceProcess({ DATA_DIR: dataDir }, NPM_START)
  const pid = readPostmaster(join(dataDir, 'postgres/pgdata'))?.pid ?? 0
  expect(isRunning(pid)).toBe(true)
  await service.kill('SIGKILL')
  await expect.poll(() => isHealthy(service.baseUrl), { timeout: 60_000 }).toBe(false)
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
  await waitUntilStopped(dataDir)
})

it('a second service on the same folder ends with one line and leaves the first alone', async () => {
  const dataDir = await temporaryFolder(onTestFinished)
  const first = await startServiceProcess({ DATA_DIR: dataDir })
  await expect(startServiceProcess({ DATA_DIR: dataDir })).rejects.toThrow(
    new Error(
      `Another Tasman process (${first.child.pid}) is using ${join(dataDir, 'postgres')}: ` +
        'stop it first, or set DATA_DIR to another folder.',
    ),
  )
  expect(await isHealthy(first.baseUrl)).toBe(true)
  await first.kill('SIGTERM')
})

// The folder can be removed only after the last process has stopped using it.
async function waitUntilStopped(dataDir: string): Promise<void> {
  await expect
    .poll(() => readPostmaster(join(dataDir, 'postgres/pgdata')), { timeout: 60_000 })
    .toBe(undefined)
}
