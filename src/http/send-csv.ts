import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

/** Sends rows as a CSV file for spreadsheets. No cell is treated as a formula. */
export function sendCsv(
  reply: FastifyReply,
  filename: string,
  columns: readonly string[],
  rows: readonly object[],
): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${filename}"`)
    .type('text/csv; charset=utf-8')
    .serializer((body: string) => body)
    .send(stringify([...rows], { header: true, bom: true, escape_formulas: true, columns: [...columns] }))
}

/** The same for an unknown number of rows that are read in batches. A slow reader pauses the reading. */
export function sendCsvInParts(
  reply: FastifyReply,
  filename: string,
  columns: readonly string[],
  parts: AsyncIterable<readonly object[]>,
): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${filename}"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(textOf(columns, parts), { objectMode: false, highWaterMark: 1 }))
}

async function* textOf(
  columns: readonly string[],
  parts: AsyncIterable<readonly object[]>,
): AsyncGenerator<Buffer> {
  const options = { escape_formulas: true, columns: [...columns] }
  yield Buffer.from(stringify([], { ...options, header: true, bom: true }))
  for await (const rows of parts) yield Buffer.from(stringify([...rows], options))
}
