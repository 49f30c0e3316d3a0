// Packs what the image holds into a tarball that runs anywhere with Node 24: npm run release
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesIn, replayDockerfile } from './dockerfile.mjs'
import { giveUp, root } from './install.mjs'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run release' })

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'tasman-release-'))
try {
  const image = replayDockerfile(root, folder, { node: process.execPath })
  const packed = `${name}-${version}`
  renameSync(join(image.folder, image.workdir), join(folder, packed))
  mkdirSync(join(root, 'dist/release'), { recursive: true })
  const file = join(root, 'dist/release', `${packed}.tar.gz`)
  const { status } = spawnSync('tar', ['-czf', file, '--owner=0', '--group=0', '-C', folder, packed], {
    stdio: 'inherit',
  })
  if (status !== 0) giveUp('tar could not write the release.')
  console.log(
    `${file} (${(bytesIn(file) / 1e6).toFixed(0)} MB). Unpack it and run: NODE_ENV=production node src/main.ts`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
