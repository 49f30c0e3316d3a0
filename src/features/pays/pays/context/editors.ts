import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import { WEB_CLIENT_ID } from '../../../../http/limits.ts'
import { timestamp } from '../../../../http/view.ts'
import type { PayView } from '../schema/pay.ts'

/** The last editor of a pay. Empty if no caller has changed it since it was created. */
export type Editor = Pick<PayView, 'changed_by' | 'changed_at'>

/** The last editor of each pay: the person if in the web app, otherwise the name of the application. */
export async function loadEditors(query: Queryable, payIds: readonly number[]): Promise<Map<number, Editor>> {
  if (payIds.length === 0) return new Map()
  const { rows } = await sql<{ pay_id: number; name: string | null; changed_at: Date }>`
    select pay_id, coalesce(client.name, users.name, editor.client_id) as name, changed_at
    from pay_editors editor left join users on users.id = editor.user_id
    left join oauth_clients client on client.client_id = editor.client_id and client.client_id <> ${WEB_CLIENT_ID}
    where pay_id = any(${payIds}::int[])`.execute(query)
  return new Map(
    rows.map(({ pay_id, name, changed_at }) => [
      pay_id,
      { ...(name ? { changed_by: name } : {}), changed_at: timestamp(changed_at) },
    ]),
  )
}
