import { Readable } from 'node:stream'

/** Pays as JSON text with what they may be grouped by. */
export type AnswerPay = {
  employeeId: number
  employeeNumber: string | null
  run: { id: number | null; end_date: string; pay_period: string }
  json: string
}

export type Grouping = 'none' | 'run' | 'employee_id' | 'employee_number'

/** The JSON text of a list of pays, piece by piece. Pays of one group that are apart come together. */
export function* writePays(pays: readonly AnswerPay[], grouping: Grouping): Generator<string> {
  if (grouping === 'none') {
    yield '['
    for (const [index, pay] of pays.entries()) yield index === 0 ? pay.json : `,${pay.json}`
    yield ']'
    return
  }
  const groups = Map.groupBy(pays, (pay) => keyOf(pay, grouping))
  let separator = '['
  for (const group of groups.values()) {
    yield `${separator}{${headOf(group[0] as AnswerPay, grouping)},"pays":`
    yield* writePays(group, 'none')
    yield '}'
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** What tells the groups apart; in a dry run a run has no id, but its end and period are as good. */
export function keyOf(pay: AnswerPay, grouping: Grouping): string {
  return grouping === 'run' ? `${pay.run.end_date} ${pay.run.pay_period}` : String(pay.employeeId)
}

/** The members of a group beside its pays. */
export function headOf(pay: AnswerPay, grouping: Grouping): string {
  const head =
    grouping === 'run'
      ? { pay_run_id: pay.run.id, pay_run_end_date: pay.run.end_date, pay_period: pay.run.pay_period }
      : grouping === 'employee_number'
        ? { employee_number: pay.employeeNumber }
        : { employee_id: pay.employeeId }
  return JSON.stringify(head).slice(1, -1)
}

const PIECE_CHARS = 64 * 1024

/** Text pieces as a stream of larger ones: a piece for each pay would cost more than the pay itself. */
export function streamText(pieces: Iterable<string> | AsyncIterable<string>): Readable {
  return Readable.from(joinPieces(pieces), { objectMode: false })
}

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
