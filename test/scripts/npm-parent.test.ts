import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MODULE = join(import.meta.dirname, '../../scripts/npm-parent.mjs')

/** Watches for the end of npm while no file can be opened any more. */
const WATCHER = `
import { openSync } from 'node:fs'
import { onNpmEnd } from ${JSON.stringify(MODULE)}
onNpmEnd(() => { console.log('npm has gone'); process.exit(1) })
try { for (;;) openSync('/dev/null') } catch (error) { console.log(error.code) }
setTimeout(() => { console.log('still here'); process.exit(0) }, 1000)
`

it.runIf(process.platform === 'linux')(
  'a process table that cannot be read for want of file descriptors is not taken for the end of npm',
  async () => {
    const child = spawn(
      'sh',
      ['-c', 'ulimit -n 60; "$0" --input-type=module --eval "$1" & wait $!', process.execPath, WATCHER],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, npm_lifecycle_event: 'start' },
      },
    )
    let output = ''
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString()
    })
    await once(child, 'close')
    expect(output).toBe('EMFILE\nstill here\n')
  },
)
