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
 * Runs at most `running` tasks at once and queues the rest. The highest rank runs first, and within a rank the newest. In a flood
 * of requests, the callers who have waited longest have mostly given up. A full queue rejects the oldest claim of its lowest
 * rank.
 */
export function limitConcurrency(most: {
  running: number
  waiting: number
  waitingPerKey?: number
}): ConcurrencyLimit {
  const queue: Waiting[] = []
  let running = 0

  const next = () => {
    const highest = Math.max(...queue.map(rankOf))
    const [first] = queue.splice(
      queue.findLastIndex((each) => rankOf(each) === highest),
      1,
    )
    if (first) first.start()
    else running -= 1
  }

  const makeRoom = (claim: Claim) => {
    const own = queue.filter((other) => other.claim.key !== undefined && other.claim.key === claim.key)
    if (own.length >= (most.waitingPerKey ?? Number.POSITIVE_INFINITY)) throw new QueueFull('caller')
    if (queue.length < most.waiting) return
    const lowest = Math.min(...queue.map(rankOf))
    if (lowest > rankOf({ claim })) throw new QueueFull('all')
    const [refused] = queue.splice(
      queue.findIndex((each) => rankOf(each) === lowest),
      1,
    )
    refused?.refuse(new QueueFull('all'))
  }

  const turn = (claim: Claim) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        const at = queue.indexOf(waiting)
        if (at < 0) return
        queue.splice(at, 1)
        reject(claim.signal?.reason)
      }
      const stopListening = () => claim.signal?.removeEventListener('abort', leave)
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
      claim.signal?.addEventListener('abort', leave, { once: true })
      queue.push(waiting)
    })

  return {
    async run(work, claim = {}) {
      claim.signal?.throwIfAborted()
      if (running < most.running) running += 1
      else await turn(claim)
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
