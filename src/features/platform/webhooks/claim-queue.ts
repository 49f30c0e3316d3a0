import type { Claim } from './claim-queries.ts'

type Waiting = { claim: Claim; claimedMs: number }

/** The claims waiting to be sent, in order of arrival for each endpoint. */
export class ClaimQueue {
  /** The number of waiting claims over all endpoints. */
  size = 0
  readonly #lines = new Map<number, Waiting[]>()

  /** The endpoints with waiting claims. */
  get endpointIds(): number[] {
    return [...this.#lines.keys()]
  }

  add(claim: Claim, claimedMs: number): void {
    const line = this.#lines.get(claim.endpoint_id) ?? []
    this.#lines.set(claim.endpoint_id, line)
    line.push({ claim, claimedMs })
    this.size += 1
  }

  /** Removes and returns an endpoint's first claim. */
  take(endpointId: number): Claim | undefined {
    return this.#remove(endpointId, 1)[0]
  }

  /** Removes and returns an endpoint's claims from before this time. */
  takeOlder(endpointId: number, thanMs: number): Claim[] {
    const line = this.#lines.get(endpointId) ?? []
    const first = line.findIndex(({ claimedMs }) => claimedMs >= thanMs)
    return first === 0 ? [] : this.#remove(endpointId, first === -1 ? line.length : first)
  }

  #remove(endpointId: number, count: number): Claim[] {
    const line = this.#lines.get(endpointId) ?? []
    const removed = line.splice(0, count)
    this.size -= removed.length
    if (line.length === 0) this.#lines.delete(endpointId)
    return removed.map(({ claim }) => claim)
  }

  /** Removes and returns all claims. */
  takeAll(): Claim[] {
    const all = [...this.#lines.values()].flat().map(({ claim }) => claim)
    this.#lines.clear()
    this.size = 0
    return all
  }
}
