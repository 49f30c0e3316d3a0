import { inCellOf } from '../../../database/cell-of-customer.ts'
import type { Tx } from '../../../database/connect.ts'
import { lockAccount } from '../../../database/lock-account.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { badRequest, conflict, invalid, notFound } from '../../../kernel/problem.ts'
import { hasRecord, recordOf } from '../../../ports/domain-records/port.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { isOn, loadApprovalRules } from '../../platform/approvals/index.ts'
import { writeMails } from '../../platform/mail/index.ts'
import { closeSessionsOf } from '../oauth/index.ts'
import { createProviderCalls } from './discovery.ts'
import { ProviderFault } from './provider-fault.ts'
import {
  deleteProvider,
  endScimToken,
  endScimTokens,
  findProvider,
  insertScimToken,
  listDomains,
  listOtherOwners,
  listOthers,
  listScimTokens,
  markVerified,
  replaceDomains,
  saveProvider,
} from './queries.ts'

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
/** The prefix by which secret scanners recognise a token. */
const SCIM_PREFIX = 'tscim_'

type Owner = { userId: number; customerId: number }
export type ProviderInput = {
  issuer: string
  client_id: string
  /** When omitted, the stored secret stays. */
  client_secret?: string | undefined
  domains: readonly string[]
  is_required: boolean
}

/** The account's provider without its secret, its domains with their DNS records, and its SCIM tokens. */
export async function readOrganisation(service: Service, customerId: number) {
  const { query } = service.database
  const provider = await findProvider(query, service.cipher, customerId)
  const domains = await listDomains(query, customerId)
  return {
    provider: provider
      ? { issuer: provider.issuer, client_id: provider.client_id, is_required: provider.is_required }
      : null,
    redirect_uri: `${service.settings.publicUrl}/sign-in/organisation/callback`,
    domains: domains.map(({ domain, challenge, verified_at }) => {
      const { name, value } = recordOf(domain, challenge)
      return { domain, is_verified: verified_at !== null, record_name: name, record_value: value }
    }),
    scim_url: `${service.settings.publicUrl}/scim/v2`,
    scim_tokens: await listScimTokens(query, customerId),
  }
}

/** Stores the provider, after fetching its metadata to check that it works. */
export async function saveOrganisation(service: Service, owner: Owner, input: ProviderInput): Promise<void> {
  const domains = readDomains(input.domains)
  const before = await findProvider(service.database.query, service.cipher, owner.customerId)
  // The stored secret goes only to the issuer that it was entered for.
  const isSame = before?.issuer === input.issuer && before.client_id === input.client_id
  const secret = input.client_secret || (isSame && before.client_secret)
  if (!secret) throw invalid(['body', 'client_secret'], 'client_secret is missing')
  await askProvider(service, input.issuer)
  const now = service.clock.now()
  await inAccount(service, owner, async (tx) => {
    const { issuer, client_id, is_required } = input
    const provider = { customer_id: owner.customerId, issuer, client_id, client_secret: secret, is_required }
    await saveProvider(tx, service.cipher, provider, now)
    await replaceDomains(
      tx,
      owner.customerId,
      domains.map((domain) => ({ domain, challenge: randomToken() })),
    )
    for (const domain of domains)
      if (isTrusted(service, owner, domain)) await markVerified(tx, owner.customerId, domain, now)
    const verified = (await listDomains(tx, owner.customerId)).some(({ verified_at }) => verified_at !== null)
    if (is_required && !verified)
      throw badRequest('Verify a domain before you refuse passwords: otherwise no one could sign in.')
    if (is_required && !before?.is_required)
      for (const id of await listOthers(tx, owner.customerId)) await closeSessionsOf(tx, id, now)
    recordAuditChange(
      'Identity provider',
      { issuer: before?.issuer, client_id: before?.client_id, is_required: before?.is_required },
      { issuer, client_id, is_required, domains: [...domains] },
    )
    await mailOwners(service, tx, owner, `Your people can sign in through ${issuer} now.`)
  })
}

export async function removeOrganisation(service: Service, owner: Owner): Promise<void> {
  await inAccount(service, owner, async (tx) => {
    const before = await findProvider(tx, service.cipher, owner.customerId)
    if (!before) throw notFound('There is no identity provider.')
    await deleteProvider(tx, owner.customerId)
    const tokens = await endScimTokens(tx, owner.customerId, service.clock.now())
    recordAuditChange(
      'Identity provider',
      { issuer: before.issuer, scim_tokens: tokens },
      { issuer: null, scim_tokens: [] },
    )
    await mailOwners(service, tx, owner, 'The identity provider and its SCIM tokens were removed.')
  })
}

/** Looks up the TXT records of the unverified domains and returns the domains that are now verified. */
export async function verifyDomains(service: Service, owner: Owner): Promise<string[]> {
  const open = (await listDomains(service.database.query, owner.customerId)).filter(
    ({ verified_at }) => verified_at === null,
  )
  const found: string[] = []
  for (const { domain, challenge } of open)
    if (
      isTrusted(service, owner, domain) ||
      (await hasRecord(service.ports.domainRecords, domain, challenge))
    )
      found.push(domain)
  const now = service.clock.now()
  return inAccount(service, owner, async (tx) => {
    const verified: string[] = []
    for (const domain of found)
      if (await markVerified(tx, owner.customerId, domain, now)) verified.push(domain)
      else throw conflict(`${domain} belongs to another account of this service.`)
    if (verified.length === 0) return verified
    recordAuditChange('Identity provider', {}, { verified_domains: verified })
    await mailOwners(service, tx, owner, `People of ${verified.join(', ')} can sign in through it now.`)
    return verified
  })
}

/** Creates a SCIM token. It is shown once. */
export async function createScimToken(service: Service, owner: Owner, name: string): Promise<string> {
  const token = `${SCIM_PREFIX}${randomToken()}`
  await inAccount(service, owner, async (tx) => {
    await insertScimToken(tx, {
      customer_id: owner.customerId,
      name,
      token_hash: hashToken(token),
      created_by: owner.userId,
      created_at: service.clock.now(),
    })
    recordAuditChange('SCIM token', { name: null }, { name })
    await mailOwners(
      service,
      tx,
      owner,
      `The SCIM token "${name}" was created. It can add people and end their access.`,
    )
  })
  return token
}

export async function revokeScimToken(service: Service, owner: Owner, id: number): Promise<void> {
  await service.database.transaction(async (tx) => {
    if (!(await endScimToken(tx, owner.customerId, id, service.clock.now())))
      throw notFound('This token has already ended.')
    recordAuditChange(`SCIM token ${id}`, { is_active: true }, { is_active: false })
  })
}

/**
 * Runs one transaction in the account's cell with the account locked. Refuses while a company requires two
 * people for approvals.
 */
function inAccount<T>(service: Service, owner: Owner, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { database } = service
  return inCellOf(database.query, owner.customerId, () =>
    database.transaction(async (tx) => {
      await lockAccount(tx, owner.customerId)
      await requireOnePerson(tx, owner.customerId)
      return work(tx)
    }),
  )
}

/**
 * The manager of the provider could sign in as the second person too, so it cannot be changed while approvals
 * need two people.
 */
async function requireOnePerson(tx: Tx, customerId: number): Promise<void> {
  if ((await loadApprovalRules(tx, customerId)).some(isOn))
    throw conflict(
      'While a company requires two people, the identity provider and SCIM cannot be changed: their manager could act as both. Switch approvals off first, which takes two people.',
    )
}

/** The operator named this domain as the customer's own. */
const isTrusted = ({ settings }: Service, { customerId }: Owner, domain: string): boolean =>
  settings.trustedDomains.get(domain) === customerId

/** The manager of the provider can sign in as any of its people, so the other owners hear of each change. */
async function mailOwners(service: Service, tx: Tx, owner: Owner, sentence: string): Promise<void> {
  const owners = await listOtherOwners(tx, owner)
  await writeMails(
    service,
    tx,
    owners.map(({ email, name }) => ({
      customerId: owner.customerId,
      to: email,
      subject: 'The sign-in of your account was changed',
      text: [
        `Hello ${name},`,
        `another owner has just changed the identity provider of your account. ${sentence}`,
        {
          before: 'If you did not expect this, look at the audit log and change it back: ',
          link: `${service.settings.publicUrl}/app/api-management/audit-log`,
        },
      ],
    })),
  )
}

function readDomains(given: readonly string[]): string[] {
  const domains = [...new Set(given.map((domain) => domain.trim().toLowerCase()).filter(Boolean))]
  for (const [index, domain] of domains.entries())
    if (!DOMAIN.test(domain)) throw invalid(['body', 'domains', index], `domains: ${domain} is not a domain`)
  if (domains.length === 0) throw invalid(['body', 'domains'], 'domains needs at least one domain')
  return domains
}

/** If the provider cannot be reached now, it would refuse everyone later. */
async function askProvider(service: Service, issuer: string): Promise<void> {
  const calls = createProviderCalls(service)
  try {
    await calls.find(issuer)
  } catch (error) {
    if (error instanceof ProviderFault)
      throw badRequest(`The provider did not respond as expected: ${error.message}.`)
    throw error
  } finally {
    await calls.close()
  }
}
