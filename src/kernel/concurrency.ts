/** Who asks for a turn: `key` counts against the limit of one caller, `isPreferred` goes first, `signal` gives the place up. */
export type Claim = { key?: string; isPreferred?: boolean; signal?: AbortSignal }

type Waiting = { claim: Claim; start(): void; refuse(error: unknown): void }

/** No room in the queue: `caller` when one caller has too much waiting, `all` when everybody together has. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly scope: 'caller' | 'all'

  constructor(scope: 'caller' | 'all') {
    super('The queue is full.')
    this.scope = scope
  }
}

export type ConcurrencyLimit = { run<T>(work: () => Promise<T>, claim?: Claim): Promise<T> }

/**
 * Runs at most `running` works at once and queues the rest. Preferred claims go first, and of the others the newest: under a flood
 * the callers who wait longest have mostly given up. A full queue refuses its oldest claim that is not preferred.
 */
export function limitConcurrency(most: {
  running: number
  waiting: number
  waitingPerKey?: number
}): ConcurrencyLimit {
  const queue: Waiting[] = []
  let running = 0

  const next = () => {
    const preferred = queue.findLastIndex(({ claim }) => claim.isPreferred)
    const [first] = queue.splice(preferred < 0 ? queue.length - 1 : preferred, 1)
    if (first) first.start()
    else running -= 1
  }

  const makeRoom = (claim: Claim) => {
    const own = queue.filter((other) => other.claim.key !== undefined && other.claim.key === claim.key)
    if (own.length >= (most.waitingPerKey ?? Number.POSITIVE_INFINITY)) throw new QueueFull('caller')
    if (queue.length < most.waiting) return
    const oldest = queue.findIndex((other) => !other.claim.isPreferred)
    if (oldest < 0 && !claim.isPreferred) throw new QueueFull('all')
    const [refused] = queue.splice(Math.max(oldest, 0), 1)
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
