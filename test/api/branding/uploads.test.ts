import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { startTrial } from '../partner-checkout/support.ts'
import { aJpeg, aPng } from './support.ts'

const MB = 1024 * 1024
let tasman: TestApp
let routes: { name: string; upload(bytes: Buffer, type?: string): ReturnType<TestClient['put']> }[]
beforeAll(async () => {
  bomb = await deflateZeros()
  tasman = await startTestApp()
  const owner = await tasman.clientFor('owner')
  const partner = await tasman.clientFor('partner')
  const { customer_id: id } = (await startTrial(partner)).body
  const to =
    (client: TestClient, path: string) =>
    (bytes: Buffer, type = 'image/png') =>
      client.put(path, bytes, { 'content-type': type })
  routes = [
    { name: 'own', upload: to(owner, '/api/branding/logo') },
    { name: 'client', upload: to(partner, `/api/partner-checkout/clients/${id}/branding/logo`) },
  ]
})
afterAll(() => tasman.close())

/** Noise cannot be compressed: the file is about as large as its pixels. */
function aNoisyPng(bytes: number): Buffer {
  const side = Math.floor(Math.sqrt(bytes / 3))
  const png = new PNG({ width: side, height: side })
  let seed = 1
  for (let at = 0; at < png.data.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    png.data[at] = at % 4 === 3 ? 255 : seed >> 16
  }
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 0, filterType: 0 })
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

function header(width: number, height: number, isInterlaced: boolean): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, isInterlaced ? 1 : 0])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}

const SIGNATURE = aPng().subarray(0, 8)
const END = chunk('IEND', Buffer.alloc(0))

/** 400 MB of zeros, in 0.4 MB. */
async function deflateZeros(): Promise<Buffer> {
  return buffer(Readable.from(Array(400).fill(ZEROS)).pipe(createDeflate({ level: 9 })))
}
const ZEROS = Buffer.alloc(MB)
let bomb: Buffer
const withChunk = (added: Buffer, at = 33) =>
  Buffer.concat([aPng().subarray(0, at), added, aPng().subarray(at)])

/** An interlaced picture of one pixel. */
const interlaced = (data: Buffer) => Buffer.concat([SIGNATURE, header(1, 1, true), chunk('IDAT', data), END])

describe('a logo', () => {
  it.each([16_500, 90_000, 640_000, MB - 4000])('of %d bytes is taken on both routes', async (bytes) => {
    const png = aNoisyPng(bytes)
    expect(png.length).toBeGreaterThan(bytes * 0.95)
    expect(png.length).toBeLessThan(MB)
    for (const { name, upload } of routes) {
      const { status, body } = await upload(png)
      expect([name, status, body.error]).toEqual([name, 200, undefined])
    }
  })

  it('of one byte more than 1 MB is refused with the documented limit', async () => {
    for (const { upload } of routes) {
      const { status, body } = await upload(Buffer.concat([aPng(), Buffer.alloc(MB)]))
      expect([status, body.error]).toEqual([413, 'The image is larger than 1 MB. Send a smaller one.'])
    }
  })

  it('may be interlaced', async () => {
    for (const { upload } of routes)
      expect((await upload(interlaced(deflateSync(Buffer.from([0, 1, 2, 3, 255]))))).status).toBe(200)
  })
})

describe('an image that would inflate without end', () => {
  const REFUSED: [string, () => Buffer, RegExp][] = [
    ['an interlaced PNG', () => interlaced(bomb), /decompresses to more than 64 MB/],
    [
      'a PNG that is not interlaced',
      () => Buffer.concat([SIGNATURE, header(9, 9, false), chunk('IDAT', bomb), END]),
      /decompresses to more than 64 MB/,
    ],
    ['a PNG with a second header', () => withChunk(header(60_000, 60_000, true)), /cannot be read/],
    [
      'a JPEG of 65,535 pixels a side',
      () => {
        const bytes = aJpeg()
        const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
        return Buffer.concat([bytes.subarray(0, frame + 5), Buffer.alloc(4, 255), bytes.subarray(frame + 9)])
      },
      /65535 by 65535 pixels/,
    ],
    [
      'a JPEG with a second, huge frame',
      () => {
        const bytes = aJpeg()
        const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
        const length = 2 + bytes.readUInt16BE(frame + 2)
        const second = Buffer.from(bytes.subarray(frame, frame + length)).fill(255, 5, 9)
        return Buffer.concat([bytes.subarray(0, frame + length), second, bytes.subarray(frame + length)])
      },
      /cannot be read/,
    ],
  ]
  it.each(REFUSED)('%s is refused before it takes memory', async (_what, make, sentence) => {
    const bytes = make()
    for (const { upload } of routes) {
      const { value, grown } = await watchMemory(() => upload(bytes))
      expect([value.status, value.body.error]).toEqual([422, expect.stringMatching(sentence)])
      expect(grown).toBeLessThan(200)
    }
  })

  it.each(['zTXt', 'iCCP', 'iTXt'])('%s: what is no pixel is never inflated', async (type) => {
    const data = Buffer.concat([Buffer.from('name\0\0', 'latin1'), bomb])
    const { value, grown } = await watchMemory(async () => routes[0]?.upload(withChunk(chunk(type, data))))
    expect(value?.status).toBe(200)
    expect(grown).toBeLessThan(200)
  })
})

/** The growth of the process's memory during the work, in megabytes. */
async function watchMemory<T>(work: () => Promise<T>): Promise<{ value: T; grown: number }> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  const value = await work()
  clearInterval(timer)
  return { value, grown: (Math.max(most, process.memoryUsage().rss) - before) / MB }
}
