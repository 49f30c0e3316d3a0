/*
 * A partner's copy of a customer's records, kept by webhooks alone: signatures are checked over the raw bytes, repeats dropped by
 * (delivery id, envelope id), and of two messages about a record the one that was written later counts. It imports nothing
 * of the service.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Message = { headers: Record<string, string>; raw: Buffer; body: Envelope }
type Envelope = {
  id: string
  type: string
  createdAt: string
  customerId: number
  entity: { type: string; id: number }
  data: Record<string, unknown>
}
type Kept = { at: string; data: Record<string, unknown> | null }

/** Masked, derived or moving with time: a copy may differ in these. */
const APART =
  /bank_account_number|tax_file_number|ird_number|account_number|^(readable_|is_australian_resident$)|warnings|affected_pays/

export class Consumer {
  readonly records = new Map<string, Kept>()
  readonly #seen = new Set<string>()
  problem: string | undefined

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
    if (before && before.at > body.createdAt) return
    const isGone = body.type.endsWith('.deleted')
    // Within one second nobody can say which came later; a deletion is the end.
    if (before?.data === null && before.at === body.createdAt) return
    this.records.set(key, { at: body.createdAt, data: isGone ? null : body.data })
  }

  /** What a record was when the copy began. */
  put(key: string, data: Record<string, unknown>): void {
    this.records.set(key, { at: '', data })
  }

  /** The first member in which the copy differs from what is read, in words. */
  compare(key: string, read: Record<string, unknown> | null): string | undefined {
    const kept = this.records.get(key)
    if (!kept) return read === null ? undefined : `${key} was never announced`
    if (kept.data === null) return read === null ? undefined : `${key} was said to be deleted and is there`
    if (read === null) return `${key} is gone and nobody said so`
    const name = Object.keys(read).find(
      (each) => !APART.test(each) && each in (kept.data ?? {}) && !same(kept.data?.[each], read[each]),
    )
    return (
      name &&
      `${name} of ${key} is ${JSON.stringify(read[name])}; the webhooks said ${JSON.stringify(kept.data[name])}`
    )
  }
}

const same = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b)

/** As text, whatever order the members came in. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([x], [y]) => (x < y ? -1 : 1)))
      : member,
  )

function isSigned(headers: Record<string, string>, raw: Buffer, secret: string): boolean {
  const expected = createHmac('sha256', secret)
    .update(`${headers['x-payroll-timestamp']}.`)
    .update(raw)
    .digest()
  const given = Buffer.from(headers['x-payroll-signature'] ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
