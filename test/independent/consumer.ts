/*
 * A partner's copy of a customer's records, maintained by webhooks alone. Signatures are checked over the raw
 * bytes, and repeats are dropped by (delivery id, envelope id). Of two messages about a record, the one
 * written later counts. Imports nothing from the service.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { differing } from './same.ts'

export type Message = { headers: Record<string, string>; raw: Buffer; body: Envelope }
type Envelope = {
  id: string
  type: string
  createdAt: string
  customerId: number
  entity: { type: string; id: number }
  data: Record<string, unknown>
}
type State = Record<string, unknown> | null
type Kept = { at: string; states: State[] }

/**
 * Fields that are masked, derived (a pay shows its employee's current name) or change with time. A copy may
 * differ in these.
 */
const APART =
  /bank_account_number|tax_file_number|ird_number|account_number|^(readable_|is_australian_resident$)|warnings|affected_pays|^employee_(first|last|format|email)|^employee_number$|^format_name$|^(compulsory_)?super_rate$|^kiwisaver_(employee|employer)_rate$/

export class Consumer {
  readonly records = new Map<string, Kept>()
  readonly #seen = new Set<string>()
  /**
   * The maximum difference between the clocks of the writers. Within it, the order of two messages is
   * unknown.
   */
  readonly #skewMs: number
  problem: string | undefined

  constructor(skewMs = 0) {
    this.#skewMs = skewMs
  }

  take({ headers, raw, body }: Message, secrets: readonly string[], customerId: number): void {
    if (!secrets.some((secret) => isSigned(headers, raw, secret)))
      this.problem ??= `${body.type} ${body.entity.id}: no known secret fits the signature`
    if (body.customerId !== customerId)
      this.problem ??= `${body.type} ${body.entity.id} is of customer ${body.customerId}`
    const repeat = `${headers['x-payroll-delivery-id']}/${body.id}`
    if (this.#seen.has(repeat)) return
    this.#seen.add(repeat)
    const key = `${body.entity.type}/${body.entity.id}`
    const before = this.records.get(key)
    const laterMs = before ? Date.parse(`${body.createdAt}Z`) - Date.parse(`${before.at}Z`) : 0
    if (before && laterMs < -this.#skewMs) return
    // A deleted record may change once more, when one of its pays is corrected and its leave moves.
    const isGone = body.type.endsWith('.deleted') || body.data.is_deleted === true
    const data = isGone ? null : body.data
    // Within one second the order is unknown too: the record equals one of them.
    const tied = before && laterMs <= this.#skewMs ? before.states : []
    this.records.set(key, { at: before && laterMs < 0 ? before.at : body.createdAt, states: [data, ...tied] })
  }

  /** The record at the time when the copy began. Null when it was deleted. */
  put(key: string, data: Record<string, unknown> | null, at: string): void {
    this.records.set(key, { at, states: [data] })
  }

  /** The first member in which the copy differs from the record as read, in words. */
  compare(key: string, read: Record<string, unknown> | null): string | undefined {
    const kept = this.records.get(key)
    if (!kept) return read === null ? undefined : `${key} was never announced`
    const wrongs = kept.states.map((data) => differs(key, data, read))
    return wrongs.includes(undefined) ? undefined : wrongs[0]
  }
}

function differs(key: string, data: State, read: State): string | undefined {
  if (data === null) return read === null ? undefined : `${key} was said to be deleted and is there`
  if (read === null) return `${key} is gone and no one said so`
  const name = differing(data, read, (each) => APART.test(each))
  return (
    name &&
    `${name} of ${key} is ${JSON.stringify(read[name])}; the webhooks said ${JSON.stringify(data[name])}`
  )
}

function isSigned(headers: Record<string, string>, raw: Buffer, secret: string): boolean {
  const expected = createHmac('sha256', secret)
    .update(`${headers['x-payroll-timestamp']}.`)
    .update(raw)
    .digest()
  const given = Buffer.from(headers['x-payroll-signature'] ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
