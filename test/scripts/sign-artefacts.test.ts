import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artefactProblem, signArtefacts } from '../../scripts/sign-artefacts.mjs'

/* A test key: the key of real releases comes from RELEASE_SIGNING_KEY. */
const pem = { type: 'spki', format: 'pem' } as const
const keys = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: pem,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const key = keys()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tasman-sign-'))
  writeFileSync(join(folder, 'tasman.tar.gz'), 'the tarball')
  writeFileSync(join(folder, 'sbom.cdx.json'), '{}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the files of a release', () => {
  const files = ['tasman.tar.gz', 'sbom.cdx.json']

  it('have checksums without a key', () => {
    expect(signArtefacts(folder, files)).toEqual(['SHA256SUMS'])
    const checked = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    expect(checked.stdout).toBe('tasman.tar.gz: OK\nsbom.cdx.json: OK\n')
  })

  it('are signed with one, and openssl can check it', () => {
    expect(signArtefacts(folder, files, key.privateKey)).toEqual(['SHA256SUMS', 'SHA256SUMS.sig'])
    expect(artefactProblem(folder, key.publicKey)).toBeNull()
    writeFileSync(join(folder, 'key.pem'), key.publicKey)
    const words = 'pkeyutl -verify -pubin -inkey key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig'
    const { stdout, error } = spawnSync('openssl', words.split(' '), { cwd: folder, encoding: 'utf8' })
    if (!error) expect(stdout).toContain('Signature Verified Successfully')
  })

  it('that were changed, or signed by someone else, are noticed', () => {
    expect(artefactProblem(folder, keys().publicKey)).toBe('The signature was not made with this key.')
    writeFileSync(join(folder, 'tasman.tar.gz'), 'another tarball')
    expect(artefactProblem(folder, key.publicKey)).toBe('tasman.tar.gz is not the file that was signed.')
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
    writeFileSync(
      join(folder, 'SHA256SUMS'),
      sums.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    )
    expect(artefactProblem(folder, key.publicKey)).toBe('The signature was not made with this key.')
  })

  it('are not signed with a key of another kind', () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: pem,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    expect(() => signArtefacts(folder, files, privateKey)).toThrow('must be an Ed25519 key')
  })
})
