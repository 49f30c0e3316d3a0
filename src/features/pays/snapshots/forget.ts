import type { Tx } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'
import { blankSnapshots, findOwnSnapshots } from './queries.ts'
import { sealNumbers } from './seal.ts'

/** Removes these employees' personal details from snapshots. Amounts owed and sent to a fund can still be matched. */
export async function forgetRemembered(
  { cipher }: Service,
  tx: Tx,
  employeeIds: readonly number[],
): Promise<void> {
  const ids = await findOwnSnapshots(tx, employeeIds)
  await blankSnapshots(
    tx,
    cipher,
    employeeIds,
    ids.map((id) => ({ id, numbers: sealNumbers(cipher, id, '{}') })),
  )
}
