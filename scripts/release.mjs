// npm run release: packs the contents of the image into a tarball that runs anywhere with Node 24, and tries it unpacked.
// Writes the SBOM and checksums next to it. RELEASE_SIGNING_KEY, a file with an Ed25519 key (PEM), signs them.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesIn, replayDockerfile } from './dockerfile.mjs'
import { giveUp, root } from './install.mjs'
import { readArguments } from './read-arguments.mjs'
import { signArtefacts } from './sign-artefacts.mjs'
import { copyNode, tryInstallation } from './try-installation.mjs'

readArguments({ usage: 'npm run release' })

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'tasman-release-'))
chmodSync(folder, 0o755)
try {
  const image = replayDockerfile(root, folder, { node: copyNode(folder) })
  const packed = `${name}-${version}`
  renameSync(join(image.folder, image.workdir), join(folder, packed))
  mkdirSync(join(root, 'dist/release'), { recursive: true })
  const file = join(root, 'dist/release', `${packed}.tar.gz`)
  tar('-czf', file, '--owner=0', '--group=0', '-C', folder, packed)

  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  tar('-xzf', file, '-C', unpacked)
  const done = await tryInstallation({
    app: join(unpacked, packed),
    folder,
    // Starts it as an operator would, with only the mode from the image's environment.
    environment: { NODE_ENV: 'production' },
    command: ['node', 'src/main.ts'],
    health: image.health,
  })
  console.log(`Tried the unpacked tarball: ${done}.`)
  const sbom = `${packed}.cdx.json`
  if (spawnSync('npm', ['run', 'sbom', '--', join(root, 'dist/release', sbom)], { cwd: root }).status !== 0)
    giveUp('npm run sbom failed.')
  const key = process.env.RELEASE_SIGNING_KEY
  const made = signArtefacts(join(root, 'dist/release'), [file, sbom], key && readFileSync(key))
  console.log(
    `Next to it: ${sbom}, ${made.join(', ')}${key ? '' : ' (not signed: RELEASE_SIGNING_KEY is not set)'}.`,
  )
  console.log(
    `${file} (${(bytesIn(file) / 1e6).toFixed(0)} MB). Unpack it and run: NODE_ENV=production node src/main.ts`,
  )
} finally {
  spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}

function tar(...words) {
  if (spawnSync('tar', words, { stdio: 'inherit' }).status !== 0) giveUp('tar failed.')
}
