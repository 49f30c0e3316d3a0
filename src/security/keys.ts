import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError, type Settings } from '../settings/index.ts'
import { refuseWeakKey } from '../settings/key-strength.ts'
import type { EncryptionKey } from './field-encryption.ts'

/** The keys from the settings. If there are none (demo only), a random key stored in the data folder. */
export function loadEncryptionKeys(settings: Settings): EncryptionKey[] {
  if (settings.encryptionKeys.length > 0) return settings.encryptionKeys
  const file = join(settings.dataDir, 'encryption.key')
  if (existsSync(file)) {
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
    const weakness = key.length === 32 ? refuseWeakKey(key) : 'does not have 32 bytes'
    if (weakness) throw new SettingError(`The key in ${file} ${weakness}: put the right file back.`)
    return [{ id: 'demo', key }]
  }
  const key = randomBytes(32)
  mkdirSync(settings.dataDir, { recursive: true })
  writeFileSync(file, key.toString('base64'), { mode: 0o600, flag: 'wx' })
  return [{ id: 'demo', key }]
}
