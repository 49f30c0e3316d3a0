import type { Tx } from '../../../database/connect.ts'
import { type NeededApproval, NeedsApproval } from '../../../kernel/needs-approval.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { fingerprintOf, isOn } from './gate.ts'
import { loadApprovalRules, spendGrantApproval } from './queries.ts'
import { storeApproval } from './store.ts'

/** An application that a person allows on the consent page. */
export type AskedGrant = {
  customerId: number
  userId: number
  clientId: string
  clientName: string
  scopes: readonly string[]
}

/** Marks an approval without a request to run. The person consents again once it is approved. */
export const CONSENT_PATH = '/consent'
const GOOD_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * While any company of the account requires two people, connecting an application does too. Otherwise an
 * application could do what one person cannot. The approval is valid for one consent of the same person,
 * application and scopes.
 */
export async function requireGrantApproval(tx: Tx, asked: AskedGrant, now: Date): Promise<void> {
  const reach = asked.scopes.filter((scope) => scope !== 'openid' && scope !== 'openapi')
  if (reach.length === 0) return
  const rules = await loadApprovalRules(tx, asked.customerId)
  if (!rules.some(isOn)) return
  const { customerId, userId, clientId, clientName } = asked
  const fingerprint = fingerprintOf([userId, clientId, reach.toSorted()])
  const since = new Date(now.getTime() - GOOD_DAYS * DAY_MS)
  if (await spendGrantApproval(tx, { customerId, userId, fingerprint, since })) return
  const summary = `Gives the application ${quoteName(clientName)} access, with ${reach.join(' and ')}.`
  throw new NeedsApproval({ kind: 'grant', customerId, companyId: null, summary, fingerprint })
}

/** Stores a person's request to allow an application. The consent itself is given again later. */
export function storeGrantRequest(
  service: Service,
  needed: NeededApproval,
  userId: number,
  clientId: string,
) {
  return service.database.transaction(async (tx) => {
    return storeApproval(service, tx, {
      needed,
      method: 'POST',
      path: CONSENT_PATH,
      request: JSON.stringify({ body: null, isBytes: false, headers: {}, scopes: [] }),
      hash: needed.fingerprint,
      by: { userId, clientId, grantId: 0 },
      at: service.clock.now(),
    })
  })
}
