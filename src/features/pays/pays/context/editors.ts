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
  const { rows } = await sql<{
    pay_id: number
    client_id: string | null
    user_name: string | null
    changed_at: Date
  }>`
    select pay_id, client_id, users.name as user_name, changed_at
    from pay_editors editor left join users on users.id = editor.user_id
    where pay_id = any(${payIds}::int[]) and (user_id is not null or client_id is not null)`.execute(query)
  const clientIds = [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))].filter(
    (id) => id !== WEB_CLIENT_ID,
  )
  const clients = await loadClientNames(query, clientIds)
  return new Map(
    rows.map(({ pay_id, client_id, user_name, changed_at }) => {
      const name = clients.get(client_id ?? '') ?? user_name ?? client_id
      return [pay_id, { ...(name ? { changed_by: name } : {}), changed_at: timestamp(changed_at) }]
    }),
  )
}

async function loadClientNames(query: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ client_id: string; name: string }>`
    select client_id, name from oauth_clients where client_id = any(${ids}::text[])`.execute(query)
  return new Map(rows.map(({ client_id, name }) => [client_id, name]))
}
