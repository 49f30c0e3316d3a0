import { SCOPES } from '../../../http/caller.ts'
import { isOneOf } from '../../../kernel/values/word-lists.ts'

/** What each scope lets an application do, in the words of the consent page. */
export const SCOPE_WORDS: Record<(typeof SCOPES)[number], string> = {
  openid: 'Know who you are: your name, your e-mail address and the name of your account',
  'payroll.read': 'See your companies, employees, pays and reports',
  'payroll.write': 'Change your companies and employees, and run and correct pays',
  'partner.checkout.preview': 'See products and price new orders for your clients',
  'partner.checkout.write': 'Start trials and place orders for your clients',
  'partner.checkout.cancel': 'Cancel trials and orders of your clients',
  openapi: 'Use the API (an older name, kept for existing applications)',
}

export const PARTNER_SCOPES = SCOPES.filter((scope) => scope.startsWith('partner.'))

/** Says why these scopes cannot be asked for, or null. `isReseller` is undefined until somebody has signed in. */
export function refuseScopes(scopes: readonly string[], isReseller: boolean | undefined): string | null {
  const unknown = scopes.find((scope) => !isOneOf(SCOPES, scope))
  if (unknown) return 'The scope names something unknown'
  if (!scopes.includes('openid') && !scopes.includes('openapi')) return 'The scope must include openid'
  if (isReseller === false && scopes.some((scope) => scope.startsWith('partner.')))
    return 'Partner scopes are for resellers only'
  return null
}
