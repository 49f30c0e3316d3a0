// npm run build:packages: generates the types of the served schema, then builds the three packages, each into its dist.
import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run build:packages' })

for (const name of ['@tasman/client', '@tasman/cli', '@tasman/mcp']) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '-w', name], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
