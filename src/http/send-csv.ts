import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

/** Sends rows as a file that a spreadsheet opens: no cell is treated as a formula. */
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
