import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { timestamp } from '../../../http/view.ts'
import { eachAlone } from '../../../kernel/each-alone.ts'
import { conflict } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { hasRecord, recordOf } from '../../../ports/domain-records/port.ts'
import { randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import type { OwnAddresses } from './address-queries.ts'
import { findAddresses, findKeyOfHost, listVerified, storeAddresses } from './address-queries.ts'
import type { AddressesInput, AddressesView } from './address-schema.ts'
import { findBranding, saveBranding } from './queries.ts'

/* A customer's own sender address and web address. Each is used only while a DNS record proves the domain. */

const AT_ONCE = 100

export async function readAddresses(service: Service, customerId: number): Promise<AddressesView> {
  return viewAddresses(service, await findAddresses(service.database.query, customerId))
}

/** Stores the addresses. A changed one must be verified again. */
export function changeAddresses(
  service: Service,
  customerId: number,
  wish: AddressesInput,
): Promise<AddressesView> {
  if (!service.settings.ownAddresses)
    throw conflict('Addresses of your own are off in this installation (OWN_ADDRESSES).')
  return service.database.transaction(async (tx) => {
    const before = await findAddresses(tx, customerId)
    const sender = chosen(wish.sender_address, before?.sender_address)
    const host = chosen(wish.web_host, before?.web_host)
    if (host === publicHost(service)) throw conflict(`${host} is the address of this service itself.`)
    const after: OwnAddresses = {
      customer_id: customerId,
      sender_address: sender,
      web_host: host,
      challenge: before?.challenge ?? randomToken(),
      sender_verified_at: sender === before?.sender_address ? (before?.sender_verified_at ?? null) : null,
      web_verified_at: host === before?.web_host ? (before?.web_verified_at ?? null) : null,
      updated_at: service.clock.now(),
    }
    await storeAddresses(tx, after)
    // The web address leads to the sign-in page of the branding, so there must be one.
    if (host !== null && !(await findBranding(tx, customerId)))
      await saveBranding(tx, customerId, {}, service.clock.now())
    recordAuditChange(
      'Own addresses',
      { sender_address: before?.sender_address, web_host: before?.web_host },
      { sender_address: sender, web_host: host },
    )
    return viewAddresses(service, after)
  })
}

/** Looks for the DNS records and remembers which addresses they prove. */
export async function verifyAddresses(service: Service, customerId: number): Promise<AddressesView> {
  const row = await findAddresses(service.database.query, customerId)
  if (!row) throw conflict('Set an address first.')
  return viewAddresses(service, await check(service, row))
}

/** Checks verified addresses again. An address whose record is gone is no longer used. */
export async function checkAddresses(service: Service, stopped?: AbortSignal): Promise<void> {
  const { database, log, settings } = service
  if (!settings.ownAddresses) return
  await eachAlone(
    (after: OwnAddresses | undefined) => listVerified(database.query, after?.customer_id ?? 0, AT_ONCE),
    (row) => check(service, row),
    { log, failure: 'the DNS records of an address could not be checked', stopped },
  )
}

async function check(service: Service, row: OwnAddresses): Promise<OwnAddresses> {
  const [sender, web] = [
    await isProven(service, row, domainOf(row.sender_address)),
    await isProven(service, row, row.web_host),
  ]
  const now = service.clock.now()
  // A record that could not be read changes nothing.
  const since = (is: boolean | null, before: Date | null) =>
    is === null ? before : is ? (before ?? now) : null
  return service.database.transaction(async (tx) => {
    const current = present(await findAddresses(tx, row.customer_id))
    const isSame = current.sender_address === row.sender_address && current.web_host === row.web_host
    if (!isSame) throw conflict('The addresses were changed in the meantime. Check again.')
    const after: OwnAddresses = {
      ...current,
      sender_verified_at: since(sender, current.sender_verified_at),
      web_verified_at: since(web, current.web_verified_at),
      updated_at: now,
    }
    await storeAddresses(tx, after)
    return after
  })
}

async function isProven({ ports }: Service, { challenge }: OwnAddresses, domain: string | null) {
  return domain === null ? false : hasRecord(ports.domainRecords, domain, challenge)
}

/** The sender of a customer's mail. Undefined when the service's own sender is used. */
export async function senderOf(
  { database, settings }: Service,
  customerId: number,
): Promise<{ name: string; address: string } | undefined> {
  if (!settings.ownAddresses) return undefined
  const row = await findAddresses(database.query, customerId)
  if (!row?.sender_address || !row.sender_verified_at) return undefined
  const brand = await findBranding(database.query, customerId)
  return { name: brand?.name ?? '', address: row.sender_address }
}

/** Sends visitors of a customer's own address to its branded sign-in page. */
export async function signInOfHost(service: Service, host: string | undefined): Promise<string | undefined> {
  if (!service.settings.ownAddresses || !host || host === publicHost(service)) return undefined
  const key = await findKeyOfHost(service.database.query, host.toLowerCase())
  return key && `${service.settings.publicUrl}/sign-in?brand=${key}`
}

const publicHost = ({ settings }: Service) => new URL(settings.publicUrl).hostname
const chosen = (wish: string | null | undefined, before: string | null | undefined) =>
  wish === undefined ? (before ?? null) : (wish?.trim().toLowerCase() ?? null)
const domainOf = (address: string | null) => address?.split('@')[1] ?? null

function viewAddresses({ settings }: Service, row: OwnAddresses | undefined): AddressesView {
  const domains = new Set([domainOf(row?.sender_address ?? null), row?.web_host ?? null])
  return {
    is_allowed: settings.ownAddresses,
    sender_address: row?.sender_address ?? null,
    sender_verified_at: timestamp(row?.sender_verified_at ?? null),
    web_host: row?.web_host ?? null,
    web_verified_at: timestamp(row?.web_verified_at ?? null),
    records: [...domains].flatMap((domain) =>
      domain && row ? { type: 'TXT' as const, ...recordOf(domain, row.challenge) } : [],
    ),
  }
}
