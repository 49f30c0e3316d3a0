// Checksums of the release files, and their signature. Anyone with the public key can check that the files are ours.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const SUMS = 'SHA256SUMS'

/**
 * Writes SHA256SUMS into the folder, in the format of `sha256sum -c`. With a private key (PEM, Ed25519) also writes
 * SHA256SUMS.sig. Returns the names of the written files.
 */
export function signArtefacts(folder, files, privateKey) {
  const lines = files.map((file) => `${sumOf(join(folder, basename(file)))}  ${basename(file)}\n`)
  const sums = Buffer.from(lines.join(''))
  writeFileSync(join(folder, SUMS), sums)
  if (!privateKey) return [SUMS]
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('The key that signs a release must be an Ed25519 key.')
  writeFileSync(join(folder, `${SUMS}.sig`), sign(null, sums, key))
  return [SUMS, `${SUMS}.sig`]
}

/** The problem with a folder of artefacts, or null. */
export function artefactProblem(folder, publicKey) {
  const sums = readFileSync(join(folder, SUMS))
  const signature = readFileSync(join(folder, `${SUMS}.sig`))
  if (!verify(null, sums, createPublicKey(publicKey), signature))
    return 'The signature was not made with this key.'
  for (const line of sums.toString().trim().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    if (sum !== sumOf(join(folder, name))) return `${name} is not the file that was signed.`
  }
  return null
}

const sumOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')
