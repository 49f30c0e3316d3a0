import { createHash } from 'node:crypto'
import { askThread } from '../../threads.ts'
import { recogniseImage, unreadable } from './image-format.ts'

const TIMEOUT_MS = 15_000

/** A logo as it is kept: drawn anew from its pixels, and once more small and opaque for documents. */
export type Logo = {
  logo: Buffer
  logo_type: 'image/png' | 'image/jpeg'
  logo_hash: string
  print_logo: Buffer
  print_width: number
  print_height: number
}

type Drawn = { logo: Uint8Array; print: Uint8Array; printWidth: number; printHeight: number }

/** Reads an uploaded image and draws it anew. */
export async function readLogo(bytes: Buffer): Promise<Logo> {
  const kind = recogniseImage(bytes)
  const drawn = await redraw(bytes, kind).catch(() => {
    throw unreadable()
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

function redraw(bytes: Buffer, kind: 'png' | 'jpeg'): Promise<Drawn> {
  return askThread<Drawn>(new URL('./image-worker.ts', import.meta.url), {
    workerData: { bytes, kind },
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    timeoutMs: TIMEOUT_MS,
  })
}
