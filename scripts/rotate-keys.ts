// npm run rotate-keys: re-encrypts everything with the first key of ENCRYPTION_KEYS, so the others can be removed.
// Can be stopped and restarted at any time, even while the service runs.
import { resealStale } from '../src/features/platform/key-rotation/index.ts'
import { giveUp } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withService } from './with-service.ts'

readArguments({ usage: 'npm run rotate-keys' })

await withService(async (service) => {
  const { values, unreadable, isComplete } = await resealStale(service)
  const [current, ...others] = service.cipher.keyIds
  console.log(
    values > 0
      ? `Re-encrypted ${values} values with the key ${current}.`
      : `Nothing to re-encrypt: the key ${current} is current.`,
  )
  if (unreadable > 0)
    throw new Error(
      `${unreadable} values cannot be decrypted with the keys given; the older keys stay in use.`,
    )
  if (!isComplete) throw new Error('Some values were in use. Run it again.')
  if (others.length > 0)
    console.log(`Retired: ${others.join(', ')}. Take them out of ENCRYPTION_KEYS and restart.`)
}).catch(giveUp)
