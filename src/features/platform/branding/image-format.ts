import { Problem } from '../../../kernel/problem.ts'

export const LOGO_MAX_BYTES = 1024 * 1024
export const LOGO_MAX_PIXELS = 2000

/** The maximum size of an image's pixels after inflation. */
export const INFLATED_MAX_BYTES = 64 * 1024 * 1024

export type ImageKind = 'png' | 'jpeg'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const refuse = (sentence: string) => new Problem(422, sentence)
export const tooLarge = () =>
  refuse('The image decompresses to more than 64 MB. Save it again as PNG or JPEG.')
export const unreadable = () =>
  refuse('The image cannot be read: it is damaged or of an unusual kind. Save it again as PNG or JPEG.')

/**
 * The format of an image by its bytes, whatever its name. Refuses anything but a PNG or JPEG of a reasonable
 * size.
 */
export function recogniseImage(bytes: Buffer): ImageKind {
  if (bytes.length === 0) throw refuse('Send the image as the body of the request.')
  if (bytes.length > LOGO_MAX_BYTES)
    throw new Problem(413, 'The image is larger than 1 MB. Send a smaller one.')
  const kind = kindOf(bytes)
  if (!kind) {
    const text = bytes.subarray(0, 1000).toString('latin1')
    if (/<svg|<\?xml|<!doctype/i.test(text))
      throw refuse('SVG images are not accepted, because they can contain scripts. Send a PNG or a JPEG.')
    throw refuse('The image is neither a PNG nor a JPEG. Send one of these.')
  }
  const size = kind === 'png' ? pngSize(bytes) : jpegSize(bytes)
  if (kind === 'png') refuseSecondHeader(bytes)
  if (!size || size.width === 0 || size.height === 0) throw unreadable()
  if (size.width > LOGO_MAX_PIXELS || size.height > LOGO_MAX_PIXELS)
    throw refuse(
      `The image has ${size.width} by ${size.height} pixels; each side may have ${LOGO_MAX_PIXELS}. Send a smaller one.`,
    )
  return kind
}

function kindOf(bytes: Buffer): ImageKind | undefined {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png'
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'jpeg' : undefined
}

type Size = { width: number; height: number }

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The data of all chunks of this type, in the order in which the decoder reads them. */
export function pngChunks(bytes: Buffer, type: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = PNG_SIGNATURE.length; at + 8 <= bytes.length; ) {
    const [start, end] = [at + 8, at + 8 + bytes.readUInt32BE(at)]
    if (bytes.toString('latin1', at + 4, start) === type) found.push(bytes.subarray(start, end))
    // Four bytes of checksum follow the data.
    at = end + 4
  }
  return found
}

/** The decoder uses the last header, but the size check uses the first. So a second header is refused. */
function refuseSecondHeader(bytes: Buffer): void {
  if (pngChunks(bytes, 'IHDR').length > 1) throw unreadable()
}

/** Walks through the markers to the start of the frame, which contains the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
