import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import type { EncryptionKey } from './field-encryption.ts'

/** The keys from the settings; without any (demo only), a random one kept in the data folder. */
export function loadEncryptionKeys(settings: Settings): EncryptionKey[] {
  if (settings.encryptionKeys.length > 0) return settings.encryptionKeys
  const file = join(settings.dataDir, 'encryption.key')
  try {
    return [{ id: 'demo', key: Buffer.from(readFileSync(file, 'utf8'), 'base64') }]
  } catch {
    const key = randomBytes(32)
    mkdirSync(settings.dataDir, { recursive: true })
    writeFileSync(file, key.toString('base64'), { mode: 0o600 })
    return [{ id: 'demo', key }]
  }
}
