/**
 * A request to run: `key` counts against the limit of one caller, the highest `rank` runs first, and `signal` leaves the queue.
 */
export type Claim = { key?: string; rank?: number; signal?: AbortSignal }

type Waiting = { claim: Claim; start(): void; refuse(error: unknown): void }

/** The queue is full: `caller` when one caller has too many waiting, `all` when all callers together do. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly scope: 'caller' | 'all'

  constructor(scope: 'caller' | 'all') {
    super('The queue is full.')
    this.scope = scope
  }
}

const rankOf = ({ claim }: Pick<Waiting, 'claim'>) => claim.rank ?? 0

export type ConcurrencyLimit = { run<T>(work: () => Promise<T>, claim?: Claim): Promise<T> }

/**
 * Runs at most `running` tasks at once and queues the rest. The highest rank runs first. Within a rank the callers alternate by
 * `key`, so that one who sends hundreds delays each of the others by one task. In a flood of requests, those who have waited
 * longest have mostly given up, so the newest of a caller runs first. A full queue rejects, of its lowest rank, the oldest claim of
 * the caller with the most waiting.
 */
export function limitConcurrency(most: {
  running: number
  waiting: number
  waitingPerKey?: number
}): ConcurrencyLimit {
  const queue: Waiting[] = []
  let running = 0
  /** The callers that wait or run, by rank and key, and when one of their claims started last. */
  const served = new Map<string, { order: number; claims: number }>()
  let order = 0

  const enter = (claim: Claim) => {
    const key = turnKey(claim)
    if (key === undefined) return
    const known = served.get(key)
    if (known) known.claims += 1
    else served.set(key, { order: 0, claims: 1 })
  }
  const leave = (claim: Claim) => {
    const key = turnKey(claim)
    const known = key === undefined ? undefined : served.get(key)
    if (key === undefined || !known) return
    known.claims -= 1
    if (known.claims === 0) served.delete(key)
  }
  const markServed = (claim: Claim) => {
    const key = turnKey(claim)
    const known = key === undefined ? undefined : served.get(key)
    if (!known) return
    order += 1
    known.order = order
  }
  const servedAt = ({ claim }: Waiting) => served.get(turnKey(claim) ?? '')?.order ?? 0

  const next = () => {
    const highest = Math.max(...queue.map(rankOf))
    const ranked = queue.filter((each) => rankOf(each) === highest)
    const longestAgo = Math.min(...ranked.map(servedAt))
    const first = ranked.findLast((each) => servedAt(each) === longestAgo)
    if (!first) {
      running -= 1
      return
    }
    queue.splice(queue.indexOf(first), 1)
    markServed(first.claim)
    first.start()
  }

  const makeRoom = (claim: Claim) => {
    const own = queue.filter((other) => isOfCaller(other, claim))
    if (own.length >= (most.waitingPerKey ?? Number.POSITIVE_INFINITY)) throw new QueueFull('caller')
    if (queue.length < most.waiting) return
    const lowest = Math.min(...queue.map(rankOf))
    if (lowest > rankOf({ claim })) throw new QueueFull('all')
    const refused = oldestOfTheMostWaiting(queue.filter((each) => rankOf(each) === lowest))
    if (!refused) return
    queue.splice(queue.indexOf(refused), 1)
    refused.refuse(new QueueFull('all'))
  }

  const turn = (claim: Claim) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        const at = queue.indexOf(waiting)
        if (at < 0) return
        queue.splice(at, 1)
        reject(claim.signal?.reason)
      }
      const stopListening = () => claim.signal?.removeEventListener('abort', giveUp)
      const waiting: Waiting = {
        claim,
        start: () => {
          stopListening()
          resolve()
        },
        refuse: (error) => {
          stopListening()
          reject(error)
        },
      }
      makeRoom(claim)
      claim.signal?.addEventListener('abort', giveUp, { once: true })
      queue.push(waiting)
    })

  return {
    async run(work, claim = {}) {
      claim.signal?.throwIfAborted()
      enter(claim)
      try {
        if (running >= most.running) await turn(claim)
        else {
          running += 1
          markServed(claim)
        }
        try {
          return await work()
        } finally {
          next()
        }
      } finally {
        leave(claim)
      }
    },
  }
}

/** Tasks that a caller ran at a higher rank do not count against it at a lower one. */
const turnKey = (claim: Claim) => (claim.key === undefined ? undefined : `${rankOf({ claim })} ${claim.key}`)

const isOfCaller = ({ claim }: Waiting, { key }: Claim) => key !== undefined && claim.key === key

function oldestOfTheMostWaiting(queue: readonly Waiting[]): Waiting | undefined {
  const waiting = (one: Waiting) => Math.max(1, queue.filter((other) => isOfCaller(other, one.claim)).length)
  const most = Math.max(...queue.map(waiting))
  return queue.find((each) => waiting(each) === most)
}
