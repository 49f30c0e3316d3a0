import type { Service } from '../../../service.ts'
import { moveMembers } from './content.ts'
import { lockOpenMembers, writeMoved } from './queries.ts'
import { openNumbers, sealNumbers } from './seal.ts'

const AT_ONCE = 200

/**
 * Encrypts the member numbers that older snapshots have in their content. An index finds these snapshots, so a run that
 * has nothing to do costs one lookup. Can be interrupted and resumed.
 */
export async function sealMembers({ database, cipher }: Service, stopped?: AbortSignal): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE && !stopped?.aborted; )
    count = await database.transaction(async (tx) => {
      const rows = await lockOpenMembers(tx, AT_ONCE)
      const moved = rows.map(({ id, content, numbers }) => {
        const written = moveMembers(content, openNumbers(cipher, id, numbers))
        return { id, content: written.content, numbers: sealNumbers(cipher, id, written.numbers) }
      })
      if (moved.length > 0) await writeMoved(tx, moved)
      return rows.length
    })
}
