import { NO_IRD_NUMBER } from '../../../countries/nz/payday-filing/build.ts'
import { type OptOut, readOptOut } from '../../../countries/nz/payday-filing/build-details.ts'
import { readRecord } from '../../../countries/nz/payday-filing/records.ts'
import type { Tx } from '../../../database/connect.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { openText, type ReportError } from '../lodgements/index.ts'
import { openLine } from './context.ts'
import { keyOf, type PriorAdjustment } from './lines.ts'
import { loadRefused, type RefusedLine } from './load.ts'
import type { Payday } from './planned.ts'

/*
 * Adjustments of earlier periods and KiwiSaver opt-outs are not stored with a pay, only in the message that
 * filed them. When that message is refused, or was sent under a wrong number of the employer, they are read from
 * it, and the next filing of the payday repeats them.
 */

/** `from` is the message. */
type Asked = {
  prior: Map<number, PriorAdjustment & { from: number }>
  optOuts: Map<number, OptOut & { from: number }>
}

/**
 * Adds to each payday the requests of refused messages for its employees, unless a later message repeated
 * them. The new request takes precedence for an employee that it names. `resentId` is a withdrawn message
 * that is sent again.
 */
export async function withRefusedRequests(
  service: Service,
  tx: Tx,
  companyId: number,
  paydays: readonly Payday[],
  resentId: number | null,
): Promise<Payday[]> {
  const dates = paydays.map(({ payDate }) => payDate)
  const refused = Map.groupBy(await loadRefused(tx, companyId, dates, resentId), (line) => line.pay_date)
  return paydays.map((payday) => {
    const lines = (refused.get(payday.payDate) ?? []).filter((line) => !payday.without.has(line.employee_id))
    if (lines.length === 0) return payday
    const before = readAsked(service, lines)
    const sentAgain = new Map<number, ReportError[]>()
    for (const { employee_id: id, employee, is_wrong: isWrong } of lines) {
      const why = isWrong
        ? 'was filed under a wrong number of the employer and is filed again'
        : 'was not accepted and is sent again'
      const say = (field: string, message: string): ReportError => ({
        ...{ employee_id: id, employee, field, message },
        ...{ rule: 'EI-SENT-AGAIN', code: '100' },
      })
      const [prior, optOut] = [before.prior.get(id), before.optOuts.get(id)]
      const said: ReportError[] = []
      if (prior && !payday.prior.has(id) && !isNothing(prior))
        said.push(
          say(
            'prior_period_adjustments',
            `The adjustment of an earlier period in message ${prior.from} (gross ${prior.gross}, PAYE ${prior.paye}) ${why}. Send an adjustment of 0 to leave it out.`,
          ),
        )
      if (optOut && !payday.optOuts.has(id))
        said.push(
          say(
            'kiwisaver_opt_outs',
            `The KiwiSaver opt-out in message ${optOut.from}, signed on ${optOut.signedDate}, ${why}.`,
          ),
        )
      sentAgain.set(id, said)
    }
    return {
      ...payday,
      prior: new Map([...before.prior, ...payday.prior]),
      optOuts: new Map([...before.optOuts, ...payday.optOuts]),
      sentAgain,
    }
  })
}

const isNothing = ({ gross, paye }: PriorAdjustment) => decimal(gross).eq(ZERO) && decimal(paye).eq(ZERO)

/**
 * The requests in the messages of these lines, by employee, each from the newest message that contains it.
 */
function readAsked(service: Service, lines: readonly RefusedLine[]): Asked {
  const prior: Asked['prior'] = new Map()
  const optOuts: Asked['optOuts'] = new Map()
  const newest = new Map(lines.map((line) => [keyOf(line), line]))
  for (const line of newest.values()) {
    const { employee_id: id, submission_id } = line
    const record = openLine(service, line, line.line)
    const before = prior.get(id)
    prior.set(id, {
      gross: plus(before?.gross, record.prior_gross),
      paye: plus(before?.paye, record.prior_paye),
      from: Math.max(submission_id, before?.from ?? 0),
    })
  }
  // An amendment after the return has no details, so an opt-out may be in an older message than the newest line.
  for (const line of lines) {
    const optOut = optOutOf(service, line)
    if (optOut) optOuts.set(line.employee_id, { ...optOut, from: line.submission_id })
  }
  return { prior, optOuts }
}

/** The file has amounts in cents. */
const plus = (dollars = '0', cents = '0') =>
  decimal(cents === '' ? '0' : cents)
    .div(decimal('100'))
    .plus(dollars)
    .toFixed(2)

function optOutOf(service: Service, line: RefusedLine): OptOut | null {
  if (line.details === null) return null
  const filed = openLine(service, line, line.line)
  const text = openText(service.cipher, 'submissions.details', line.message_id, line.details)
  const own = text
    .split('\r\n')
    .filter((row) => row.startsWith('DED'))
    .map((row) => readRecord(row).values)
    .filter((details) => details.ird_number === filed.ird_number)
    .filter((details) => details.ird_number !== NO_IRD_NUMBER || details.name === filed.name)
  return own.map(readOptOut).find((optOut) => optOut !== null) ?? null
}
