// npm run image:check: builds the Dockerfile without a container engine, runs the documented commands in the result and makes a
// payslip.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesIn, replayDockerfile } from './dockerfile.mjs'
import { root } from './install.mjs'
import { readArguments } from './read-arguments.mjs'
import { copyNode, tryInstallation } from './try-installation.mjs'

readArguments({ usage: 'npm run image:check' })

const MOST_MEGABYTES = 125

const folder = mkdtempSync(join(tmpdir(), 'tasman-image-'))
chmodSync(folder, 0o755)
try {
  const image = replayDockerfile(root, folder, { node: copyNode(folder) })
  const app = join(image.folder, image.workdir)
  const megabytes = bytesIn(app) / 1e6
  console.log(`The image copies ${megabytes.toFixed(0)} MB.`)
  if (megabytes > MOST_MEGABYTES) throw new Error(`That is more than ${MOST_MEGABYTES} MB.`)
  if (existsSync(join(app, 'node_modules/vitest'))) throw new Error('Development packages were copied.')
  const { environment, command, health } = image
  const done = await tryInstallation({ app, folder, environment, command, health })
  console.log(`1 passed, 0 failed: production start, ${done}.`)
} finally {
  spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}
