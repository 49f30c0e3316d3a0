import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../../database/connect.ts'
import { PERSONAL_CLIENT_ID } from '../../../http/limits.ts'
import { randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { type Proven, proveByPassword } from './account.ts'
import { mayStillGive, narrowScopes } from './authority.ts'
import { createGrant, storeTokens } from './issue-token.ts'
import type { SessionUser } from './sessions.ts'

/** The prefix by which secret scanners recognise a token. */
const PREFIX = 'tpat_'
const NAME_MAX = 60
const DAY_SECONDS = 86_400

/** The lifetimes in days to choose from for a personal token. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const

/** The fields of the personal token form on the security page. */
export type PersonalTokenWish = { name: string; days: string; access: string; password: string }

/**
 * Creates a token for a person's own scripts. It has the person's role, limited to its scopes, until it
 * expires. It is shown once. Asks for the password, because a browser left open must not be enough for access
 * that lasts for months.
 */
export async function createPersonalToken(
  service: Service,
  request: FastifyRequest,
  user: SessionUser,
  wish: PersonalTokenWish,
): Promise<Proven<string>> {
  const name = wish.name.trim()
  const days = TOKEN_DAYS.find((choice) => String(choice) === wish.days)
  if (name === '' || name.length > NAME_MAX)
    return { kind: 'wrong', sentence: `A personal token needs a name of at most ${NAME_MAX} characters.` }
  if (days === undefined)
    return { kind: 'wrong', sentence: `Choose ${TOKEN_DAYS.join(', ')} days for the token.` }
  const wanted = wish.access === 'write' ? ['payroll.read', 'payroll.write'] : ['payroll.read']
  const scopes = narrowScopes(user.role, ['openid', ...wanted])
  const proven = await proveByPassword(service, request, user, wish.password)
  if (proven.kind !== 'done') return proven
  const accessToken = `${PREFIX}${randomToken()}`
  const isMade = await service.database.transaction((tx) =>
    storeToken(service, tx, user, { name, scopes, accessToken, days }),
  )
  if (!isMade) return { kind: 'wrong', sentence: 'Your role cannot have personal tokens.' }
  return { kind: 'done', value: accessToken }
}

async function storeToken(
  service: Service,
  tx: Tx,
  { userId, customerId }: SessionUser,
  made: { name: string; scopes: string[]; accessToken: string; days: number },
): Promise<boolean> {
  const { name, scopes, accessToken, days } = made
  if (!(await mayStillGive(tx, userId, { kind: 'application', scopes }))) return false
  const now = service.clock.now()
  const grant = { clientId: PERSONAL_CLIENT_ID, userId, customerId, scopes, name }
  const grantId = await createGrant(tx, grant, now)
  await storeTokens(tx, grantId, { accessToken }, now, { accessSeconds: days * DAY_SECONDS })
  return true
}
