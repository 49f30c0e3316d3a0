import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')

/** A folder that marks a test run as building the web app, and later as done. Named after the run's main process. */
export const webBuildMark = (pid: number) => join(ROOT, `dist/.tests-${pid}`)

/** Builds the web app as `npm start` does, once per run, because parallel test files must not write into the same folder. */
export async function buildWebApp(): Promise<void> {
  const mark = webBuildMark(process.ppid)
  const done = join(mark, 'done')
  if (!isFirst(mark)) {
    for (let tries = 0; !existsSync(done) && tries < 600; tries += 1) await sleep(200)
    return
  }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-web.mjs'], { cwd: ROOT })
  if (status !== 0) throw new Error(String(stderr))
  writeFileSync(done, '')
}

function isFirst(mark: string): boolean {
  mkdirSync(join(mark, '..'), { recursive: true })
  try {
    mkdirSync(mark)
    return true
  } catch {
    return false
  }
}
