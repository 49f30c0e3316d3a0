import { randomUUID } from 'node:crypto'

/** A multipart message: the envelope, and its attachments by id. */
export type Parts = { envelope: string; attachments: ReadonlyMap<string, Buffer> }

const ROOT = 'envelope@tasman'

export function writeParts({ envelope, attachments }: Parts): { contentType: string; body: Buffer } {
  const boundary = `tasman-${randomUUID()}`
  const head = (type: string, id: string) =>
    `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${id}>\r\n\r\n`
  const chunks: Buffer[] = [
    Buffer.from(head('application/soap+xml; charset=UTF-8', ROOT)),
    Buffer.from(envelope),
  ]
  for (const [id, content] of attachments)
    chunks.push(Buffer.from(`\r\n${head('application/gzip', id)}`), content)
  chunks.push(Buffer.from(`\r\n--${boundary}--\r\n`))
  return {
    contentType: `multipart/related; boundary="${boundary}"; type="application/soap+xml"; start="<${ROOT}>"; start-info="application/soap+xml"`,
    body: Buffer.concat(chunks),
  }
}

/** Reads a response, which is an envelope with or without attachments. */
export function readParts(contentType: string, body: Buffer): Parts {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (!contentType.startsWith('multipart/') || !boundary)
    return { envelope: body.toString('utf8'), attachments: new Map() }
  const attachments = new Map<string, Buffer>()
  let envelope: string | null = null
  const edge = Buffer.from(`--${boundary}`)
  for (let from = body.indexOf(edge); from >= 0; ) {
    const next = body.indexOf(edge, from + edge.length)
    if (next < 0) break
    const part = body.subarray(from + edge.length, next)
    const split = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, Math.max(split, 0)).toString('latin1')
    const content = part.subarray(split + 4, part.length - 2)
    const id = /content-id:\s*<([^>]+)>/i.exec(head)?.[1]
    if (envelope === null) envelope = content.toString('utf8')
    else if (id) attachments.set(id, content)
    from = next
  }
  return { envelope: envelope ?? '', attachments }
}
