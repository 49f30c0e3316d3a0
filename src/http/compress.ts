import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './types.ts'

/** Smaller responses fit into one or two packets uncompressed. */
const LEAST_BYTES = 2048
const TEXTS = /^(application\/(json|xml|javascript)|text\/(?!event-stream))/
/** Brotli's default quality (11) is meant for files that are compressed once. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const GZIP = { level: 5 }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const ENCODINGS = {
  br: { whole: (text: string | Buffer) => brotli(text, BROTLI), stream: () => createBrotliCompress(BROTLI) },
  gzip: { whole: (text: string | Buffer) => zip(text, GZIP), stream: () => createGzip(GZIP) },
}
type Encoding = keyof typeof ENCODINGS

/**
 * Compresses every large JSON or text response for callers who accept it. zlib works in its own threads, so a
 * large response does not block the event loop. A stream stays a stream.
 */
export function compressAnswers(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    // A list that fails before its first bytes becomes an uncompressed error response.
    if (reply.statusCode >= 400) reply.removeHeader('content-encoding')
    if (!isCompressible(request, reply, payload)) return payload
    addVary(reply)
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!encoding) return payload
    reply.removeHeader('content-length').header('content-encoding', encoding)
    const { whole, stream } = ENCODINGS[encoding]
    // If the response breaks off, the compressed stream does too, so the caller notices.
    return payload instanceof Readable ? pipeline(payload, stream(), () => {}) : whole(payload)
  })
}

function isCompressible(
  { method }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer | Readable {
  if (method === 'HEAD' || reply.hasHeader('content-encoding')) return false
  if (!TEXTS.test(String(reply.getHeader('content-type') ?? ''))) return false
  const length = lengthOf(reply, payload)
  return length === undefined ? payload instanceof Readable : length >= LEAST_BYTES
}

/** The size of a response in bytes. Undefined for a stream of unknown length. */
function lengthOf(reply: FastifyReply, payload: unknown): number | undefined {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length
  const length = reply.getHeader('content-length')
  return length === undefined ? undefined : Number(length)
}

function addVary(reply: FastifyReply): void {
  const others = String(reply.getHeader('vary') ?? '')
  if (/accept-encoding/i.test(others)) return
  reply.header('vary', others ? `${others}, Accept-Encoding` : 'Accept-Encoding')
}

/** RFC 9110, section 12.5.3: the best encoding that the caller accepts. q=0 means refused. */
function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const weights = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, weight ? Number(weight.slice(2)) : 1] as const
      }),
  )
  const accepts = (name: Encoding) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined
}
