import { SCOPES } from '../../../http/caller.ts'
import { isOneOf } from '../../../kernel/values/word-lists.ts'

export const PARTNER_SCOPES = SCOPES.filter((scope) => scope.startsWith('partner.'))

/**
 * Returns why these scopes cannot be requested, or null when they can. `isReseller` is undefined until a
 * person has signed in.
 */
export function refuseScopes(scopes: readonly string[], isReseller: boolean | undefined): string | null {
  const unknown = scopes.find((scope) => !isOneOf(SCOPES, scope))
  if (unknown) return 'The scope names something unknown'
  if (!scopes.includes('openid') && !scopes.includes('openapi')) return 'The scope must include openid'
  if (isReseller === false && scopes.some((scope) => scope.startsWith('partner.')))
    return 'Partner scopes are for resellers only'
  return null
}
