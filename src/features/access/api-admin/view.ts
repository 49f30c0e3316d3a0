import type { Selectable } from 'kysely'
import type { OauthClientsTable } from '../../../database/tables/oauth.ts'
import { timestamp } from '../../../http/view.ts'

/** An application as the API shows it, without its secret. */
export function viewClient(row: Selectable<OauthClientsTable>) {
  return {
    client_id: row.client_id,
    name: row.name,
    redirect_uris: row.redirect_uris,
    allows_loopback: row.allows_loopback,
    is_public: row.is_public,
    public_keys: row.public_keys,
    service_role: row.service_role,
    created_at: timestamp(row.created_at),
  }
}
