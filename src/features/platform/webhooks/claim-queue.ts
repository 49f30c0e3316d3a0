import type { Claim } from './claim-queries.ts'

type Waiting = { claim: Claim; claimedMs: number }

/** Claims that wait for their turn, each endpoint's in the order in which they came. */
export class ClaimQueue {
  /** How many wait over all endpoints. */
  size = 0
  readonly #lines = new Map<number, Waiting[]>()

  /** The endpoints for which something waits. */
  get endpointIds(): number[] {
    return [...this.#lines.keys()]
  }

  add(claim: Claim, claimedMs: number): void {
    const line = this.#lines.get(claim.endpoint_id) ?? []
    this.#lines.set(claim.endpoint_id, line)
    line.push({ claim, claimedMs })
    this.size += 1
  }

  /** Takes the first of an endpoint. */
  take(endpointId: number): Claim | undefined {
    return this.#remove(endpointId, 1)[0]
  }

  /** Takes those of an endpoint that were claimed before this. */
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

  /** Takes all that is left. */
  takeAll(): Claim[] {
    const all = [...this.#lines.values()].flat().map(({ claim }) => claim)
    this.#lines.clear()
    this.size = 0
    return all
  }
}
