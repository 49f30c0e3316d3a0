// npm run lint:openapi: runs the usual linters on the served schema. An error or warning fails the run. The linters are large and
// used only here, so they are downloaded on demand at fixed versions.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNode, root } from './install.mjs'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run lint:openapi' })

const folder = mkdtempSync(join(tmpdir(), 'tasman-lint-'))
try {
  execFileSync(findNode(), [join(root, 'scripts/openapi.ts'), join(folder, 'openapi.json')], { cwd: root })
  writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended]\n')
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  const npx = (...args) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { status, stdout } = spawnSync('npx', ['--yes', ...args], { cwd: folder, env, encoding: 'utf8' })
    return { status, stdout }
  }
  const redocly = npx('@redocly/cli@2.73.0', 'lint', 'openapi.json', '--format=json')
  const { totals } = JSON.parse(redocly.stdout.slice(redocly.stdout.indexOf('{')))
  const spectral = npx('@stoplight/spectral-cli@6.16.3', 'lint', 'openapi.json', '--fail-severity=warn')
  const isClean = totals.errors === 0 && totals.warnings === 0 && spectral.status === 0
  if (!isClean) console.error(redocly.stdout, spectral.stdout)
  console.log(`${isClean ? '2 passed, 0' : '0 passed, some'} failed: redocly recommended and spectral:oas.`)
  process.exitCode = isClean ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
