import type { Company } from '../../../database/tables/companies.ts'
import { conflict } from '../../../kernel/problem.ts'
import type { AccountingConnection } from '../../../ports/accounting/port.ts'
import type { Service } from '../../../service.ts'
import { type ConnectionRow, findConnection, replaceTokens, saveConnection } from './queries.ts'
import type { ConnectionInput } from './schema.ts'

const ACCESS = 'accounting_connections.access_token'
const REFRESH = 'accounting_connections.refresh_token'
/** A token is renewed this long before it expires. */
const EARLY_MS = 60_000

/** Stores the credentials for the company's accounting system. The tokens are encrypted. */
export async function connect(
  { database, cipher, clock }: Service,
  company: Company,
  userId: number,
  { tenant_id, access_token, refresh_token, expires_in }: ConnectionInput,
): Promise<ConnectionRow> {
  const now = clock.now()
  const row = {
    company_id: company.id,
    customer_id: company.customer_id,
    tenant_id: tenant_id.trim(),
    access_token: cipher.seal(ACCESS, company.id, access_token),
    refresh_token: refresh_token ? cipher.seal(REFRESH, company.id, refresh_token) : null,
    expires_at: expires_in ? new Date(now.getTime() + expires_in * 1000) : null,
    updated_by: userId,
    updated_at: now,
  }
  await database.transaction((tx) => saveConnection(tx, row))
  return row
}

/**
 * The connection to the company's accounting system; null when only a simulator can accept its journals. A
 * token that is about to expire is renewed first.
 */
export async function openConnection(
  service: Service,
  company: Company,
): Promise<AccountingConnection | null> {
  const row = await findConnection(service.database.query, company.id)
  if (!row) {
    if (service.ports.accounting.isSimulated) return null
    throw conflict('Connect the company to its accounting system first: PUT …/accounting-connection.')
  }
  const isEnding =
    row.expires_at !== null && row.expires_at.getTime() <= service.clock.now().getTime() + EARLY_MS
  return (isEnding ? await renewed(service, row) : null) ?? opened(service, row)
}

/** Renews the token after the accounting system refused it; null when it cannot be renewed. */
export async function renewConnection(
  service: Service,
  company: Company,
): Promise<AccountingConnection | null> {
  const row = await findConnection(service.database.query, company.id)
  return row ? renewed(service, row) : null
}

function opened({ cipher }: Service, row: ConnectionRow): AccountingConnection {
  return { tenantId: row.tenant_id, accessToken: cipher.open(ACCESS, row.company_id, row.access_token) }
}

/** Renews the tokens and stores them at once, because the old refresh token is used up. */
async function renewed(service: Service, row: ConnectionRow): Promise<AccountingConnection | null> {
  const { database, cipher, clock, ports } = service
  if (row.refresh_token === null || !ports.accounting.renew) return null
  const id = row.company_id
  const answer = await ports.accounting.renew(cipher.open(REFRESH, id, row.refresh_token))
  if (answer.state === 'refused') {
    // Another process may have renewed it at the same time.
    const now = await findConnection(database.query, id)
    if (now && now.access_token !== row.access_token) return opened(service, now)
    throw conflict(answer.reason)
  }
  const tokens = {
    access_token: cipher.seal(ACCESS, id, answer.accessToken),
    refresh_token: cipher.seal(REFRESH, id, answer.refreshToken),
    expires_at: new Date(clock.now().getTime() + answer.seconds * 1000),
  }
  await database.transaction((tx) => replaceTokens(tx, id, tokens))
  return { tenantId: row.tenant_id, accessToken: answer.accessToken }
}
