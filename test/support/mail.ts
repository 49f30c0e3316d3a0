import { textOf } from '../../src/features/platform/mail/index.ts'
import type { Service } from '../../src/service.ts'
import { inTestCells } from './two-cells.ts'

/** In tests every visitor is a new device. */
export const NEW_DEVICE = 'Sign-in from a new device'

/** The mails to this address with their texts, newest first, without those about a new device. */
export async function mailsTo(service: Service, address: string) {
  const rows = await inTestCells(() =>
    service.database.query
      .selectFrom('outbox')
      .selectAll()
      .where('to_address', '=', address)
      .where('subject', '<>', NEW_DEVICE)
      .orderBy('id', 'desc')
      .execute(),
  )
  return rows.map((row) => ({ ...row, text: textOf(service, row) }))
}

/** The newest mail to this address. */
export async function mailTo(service: Service, address: string) {
  const [mail] = await mailsTo(service, address)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}
