import { workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { answerFile } from '../../../kernel/worker-pool.ts'
import { type ImageKind, INFLATED_MAX_BYTES, LOGO_MAX_PIXELS, pngChunks, tooLarge } from './image-format.ts'

/** Runs in its own thread, because decoding a large image takes longer than a request may wait. */

/** Sharp in print at a height of 48 points. A larger image would only make every payslip larger. */
const PRINT = { width: 480, height: 160 }

/** Memory for the coefficients and pixels of the largest accepted image during decoding. */
const JPEG_WORK_MB = 200

type Pixels = { width: number; height: number; data: Uint8Array }

const { bytes, kind }: { bytes: Uint8Array; kind: ImageKind } = workerData
await answerFile(async () => {
  if (kind === 'png') refuseBomb()
  return { value: redraw() }
})

/**
 * The decoder inflates interlaced images without a limit. So the data is inflated once beforehand, with a
 * limit.
 */
function refuseBomb(): void {
  try {
    inflateSync(Buffer.concat(pngChunks(Buffer.from(bytes), 'IDAT')), { maxOutputLength: INFLATED_MAX_BYTES })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
  }
}

function redraw() {
  const pixels = decode()
  const print = shrink(pixels)
  return {
    logo:
      kind === 'png'
        ? writePng(pixels, 6)
        : jpeg.encode({ ...pixels, data: Buffer.from(pixels.data) }, 90).data,
    print: writePng(print, 2),
    printWidth: print.width,
    printHeight: print.height,
  }
}

function decode(): Pixels {
  if (kind === 'png') return PNG.sync.read(Buffer.from(bytes))
  return jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    maxResolutionInMP: LOGO_MAX_PIXELS ** 2 / 1e6,
    maxMemoryUsageInMB: JPEG_WORK_MB,
  })
}

/** Writes the pixels only: no comments, locations, profiles or text hidden in the file. */
function writePng({ width, height, data }: Pixels, colorType: 2 | 6): Buffer {
  const png = new PNG({ width, height })
  png.data = Buffer.from(data)
  return PNG.sync.write(png, { colorType, inputHasAlpha: true })
}

/**
 * On a white background, and small enough for a document. Each new pixel is the mean of the pixels it covers.
 */
function shrink({ width, height, data }: Pixels): Pixels {
  const scale = Math.min(1, PRINT.width / width, PRINT.height / height)
  const small = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const result = new Uint8Array(small.width * small.height * 4).fill(255)
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      const [left, right] = span(x, small.width, width)
      const [top, bottom] = span(y, small.height, height)
      const sums = [0, 0, 0]
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) {
          const at = (row * width + column) * 4
          const alpha = (data[at + 3] ?? 255) / 255
          for (let part = 0; part < 3; part++)
            sums[part] = (sums[part] ?? 0) + 255 + ((data[at + part] ?? 0) - 255) * alpha
        }
      const count = (bottom - top) * (right - left)
      const to = (y * small.width + x) * 4
      for (let part = 0; part < 3; part++) result[to + part] = Math.round((sums[part] ?? 0) / count)
    }
  return { ...small, data: result }
}

function span(at: number, of: number, length: number): [number, number] {
  const start = Math.floor((at * length) / of)
  return [start, Math.max(start + 1, Math.floor(((at + 1) * length) / of))]
}
