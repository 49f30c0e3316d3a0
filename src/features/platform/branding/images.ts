import { createHash } from 'node:crypto'
import { limitConcurrency, QueueFull } from '../../../kernel/concurrency.ts'
import { Problem } from '../../../kernel/problem.ts'
import { requestContext } from '../../../kernel/request-context.ts'
import { readFileInThread } from '../../../kernel/worker-pool.ts'
import { recogniseImage, unreadable } from './image-format.ts'

/** A stored logo: redrawn from its pixels, plus a small opaque version for documents. */
export type Logo = {
  logo: Buffer
  logo_type: 'image/png' | 'image/jpeg'
  logo_hash: string
  print_logo: Buffer
  print_width: number
  print_height: number
}

type Drawn = { logo: Uint8Array; print: Uint8Array; printWidth: number; printHeight: number }

/** Reads an uploaded image and redraws it from its pixels. */
export async function readLogo(bytes: Buffer, customerId: number): Promise<Logo> {
  const kind = recogniseImage(bytes)
  const drawn = await redraw(bytes, kind, customerId).catch((error) => {
    throw error instanceof QueueFull || error instanceof Problem ? error : unreadable()
  })
  const logo = Buffer.from(drawn.logo)
  return {
    logo,
    logo_type: kind === 'png' ? 'image/png' : 'image/jpeg',
    logo_hash: createHash('sha256').update(logo).digest('hex').slice(0, 32),
    print_logo: Buffer.from(drawn.print),
    print_width: drawn.printWidth,
    print_height: drawn.printHeight,
  }
}

/** Decoding one image takes up to 250 MB, so only one runs at a time. The wait is short. */
const DECODING = limitConcurrency({ running: 1, waiting: 30, waitingPerKey: 10 })

function redraw(bytes: Buffer, kind: 'png' | 'jpeg', customerId: number): Promise<Drawn> {
  const file = new URL('./image-worker.ts', import.meta.url)
  const limits = { customerId, about: { kind }, timeoutMs: 15_000, heapMb: 256 }
  const signal = requestContext()?.gone
  const claim = { key: String(customerId), ...(signal ? { signal } : {}) }
  return DECODING.run(() => readFileInThread<Drawn>(file, bytes, limits), claim)
}
