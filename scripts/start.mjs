// `npm start`: installs and builds whatever is missing, then runs the service.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import * as modules from 'node:module'
import { join } from 'node:path'
import {
  compileCache,
  ensureInstalled,
  findNode,
  giveUp,
  isProductionInstall,
  root,
  runsTypeScript,
} from './install.mjs'
import { onNpmEnd } from './npm-parent.mjs'
import { readArguments } from './read-arguments.mjs'
import { runChild } from './run-child.mjs'

const { values } = readArguments({
  usage: 'npm start (settings are environment variables: docs/settings.md)',
  options: { watch: { type: 'boolean' } },
})
const isWatching = values.watch ?? false
const main = join(root, 'src/main.ts')

await ensureInstalled({ dev: false })
buildWebApp()
buildDocs()
if (runsTypeScript() && !isWatching) {
  onNpmEnd(() => process.kill(process.pid, 'SIGTERM'))
  modules.enableCompileCache(compileCache)
  await import(main)
} else {
  runChild([...(isWatching ? ['--watch'] : []), main])
}

function buildWebApp() {
  const script = join(root, 'scripts/build-web.mjs')
  const source = join(root, 'web')
  if (!existsSync(script) || !existsSync(source)) return
  if (newest(join(root, 'dist/web')) >= newest(source)) return
  if (isProductionInstall()) {
    if (newest(join(root, 'dist/web')) === 0)
      console.log(
        'The web app is not built, and this installation has no development dependencies to build it: /app is not served. The release tarball includes it.',
      )
    return
  }
  console.log('Building the web app ...')
  const { status } = spawnSync(findNode(), [script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) giveUp('Could not build the web app.')
}

/** Builds the documentation for /docs. The service runs without it, so a failed build is only reported. */
function buildDocs() {
  const source = join(root, 'docs')
  if (!existsSync(source) || isProductionInstall()) return
  if (newest(join(root, 'dist/docs')) >= newest(source)) return
  const script = join(root, 'scripts/docs-site.ts')
  spawnSync(findNode(), [script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

// The time of the newest file in a folder, or 0 when there is none.
function newest(folder) {
  if (!existsSync(folder)) return 0
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs))
}
