import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { present } from '../../../../kernel/values/present.ts'

/** A pay as JSON text, with the fields it can be grouped by. */
export type PayText = {
  employeeId: number
  employeeNumber: string | null
  run: { id: number | null; end_date: string; pay_period: string }
  json: string
}

export type Grouping = 'none' | 'run' | 'employee_id' | 'employee_number'

/** Streams a list of pays as JSON text. Collects the pays of each group. */
export function* listText(pays: readonly PayText[], grouping: Grouping): Generator<string> {
  if (grouping === 'none') {
    yield '['
    for (const [index, pay] of pays.entries()) yield index === 0 ? pay.json : `,${pay.json}`
    yield ']'
    return
  }
  const groups = Map.groupBy(pays, (pay) => groupKey(pay, grouping))
  let separator = '['
  for (const group of groups.values()) {
    yield `${separator}{${groupMembers(present(group[0]), grouping)},"pays":`
    yield* listText(group, 'none')
    yield '}'
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** Streams pays that arrive sorted by group. Each is written as soon as it arrives. */
export async function* orderedListText(
  pays: AsyncIterable<PayText>,
  grouping: Grouping,
): AsyncGenerator<string> {
  let open: string | undefined
  let separator = '['
  for await (const pay of pays) {
    if (grouping === 'none') {
      yield separator + pay.json
      separator = ','
      continue
    }
    const key = groupKey(pay, grouping)
    if (key === open) yield `,${pay.json}`
    else {
      yield `${open === undefined ? '[' : ']},'}{${groupMembers(pay, grouping)},"pays":[${pay.json}`
      open = key
    }
  }
  if (grouping === 'none') yield separator === '[' ? '[]' : ']'
  else yield open === undefined ? '[]' : ']}]'
}

/** The key of a group. In a dry run the run has no id, but its end date and period identify it. */
function groupKey(pay: PayText, grouping: Grouping): string {
  return grouping === 'run' ? `${pay.run.end_date} ${pay.run.pay_period}` : String(pay.employeeId)
}

/** The members of a group besides its pays. */
function groupMembers(pay: PayText, grouping: Grouping): string {
  const members =
    grouping === 'run'
      ? { pay_run_id: pay.run.id, pay_run_end_date: pay.run.end_date, pay_period: pay.run.pay_period }
      : grouping === 'employee_number'
        ? { employee_number: pay.employeeNumber }
        : { employee_id: pay.employeeId }
  return JSON.stringify(members).slice(1, -1)
}

/** Responses with up to this number of pays are sent in one piece. Longer ones are streamed. */
const STREAMED_FROM = 50
const PIECE_CHARS = 64 * 1024

/** Sends JSON text. A long response is streamed, to limit memory and keep other requests responsive. */
export async function sendText(
  reply: FastifyReply,
  payCount: number,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8')
  if (payCount > STREAMED_FROM) return reply.send(Readable.from(joinPieces(pieces), { objectMode: false }))
  let text = ''
  for await (const piece of pieces) text += piece
  return reply.send(text)
}

/** Joins pieces into larger chunks, because sending one chunk per pay would cost more than the pay itself. */
async function* joinPieces(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let joined = ''
  for await (const piece of pieces) {
    joined += piece
    if (joined.length < PIECE_CHARS) continue
    yield Buffer.from(joined)
    joined = ''
  }
  if (joined !== '') yield Buffer.from(joined)
}
