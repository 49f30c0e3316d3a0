import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'

/** A picture of one colour, half transparent on its right side. */
export function aPng(
  width = 120,
  height = 40,
  colour: readonly [number, number, number] = [200, 30, 30],
): Buffer {
  const png = new PNG({ width, height })
  for (let at = 0; at < width * height; at++) {
    const isRight = at % width >= width / 2
    png.data.set([...colour, isRight ? 128 : 255], at * 4)
  }
  return PNG.sync.write(png)
}

export function aJpeg(width = 120, height = 40): Buffer {
  return jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4, 90) }, 80).data
}

/** A PNG with a comment that must not survive. */
export function aPngWithText(text: string): Buffer {
  const plain = aPng()
  const body = Buffer.from(`tEXtComment\0${text}`, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  // The checksum covers name and data.
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([plain.subarray(0, 33), chunk, plain.subarray(33)])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
