import { todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { badRequest, conflict } from '../../../kernel/problem.ts'
import { decimal, smaller, sum, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { type CarriedLine, type Carrier, loadCarried, returnLine } from './queries.ts'
import type { ReturnCreate, ReturnedLine } from './returns-schema.ts'

/** The file that the returned lines were in. */
export type ReturningFile = { column: Exclude<Carrier, 'settlement_id'>; id: number; madeOn: string }

/**
 * Records returned lines of a file, by person or by pay. Only those lines are open again; everyone else in
 * the file stays paid. If the reply may arrive twice (`isRepeatable`), lines returned before are skipped.
 */
export async function returnLines(
  service: Service,
  tx: Tx,
  company: Company,
  file: ReturningFile,
  body: ReturnCreate,
  options: { isRepeatable?: boolean } = {},
): Promise<ReturnedLine[]> {
  const today = todayOf(service, company)
  if (body.returned_on > today) throw badRequest(`returned_on ${body.returned_on} is in the future.`)
  if (body.returned_on < file.madeOn)
    throw badRequest(`returned_on ${body.returned_on} is before the file was made (${file.madeOn}).`)
  const carried = await loadCarried(tx, company.id, file)
  const now = service.clock.now()
  const returned: ReturnedLine[] = []
  for (const item of body.items) {
    const own = carried.filter((line) => isMeant(line, item))
    if (own.length === 0) throw badRequest(`Nothing of ${named(item)} is in file ${file.id}.`)
    const living = own.filter((line) => line.is_living)
    if (living.length === 0 && options.isRepeatable) continue
    if (living.length === 0)
      throw conflict(`What file ${file.id} paid to ${named(item)} is already returned.`)
    const all = sum(living.map((line) => decimal(line.amount)))
    const wanted = item.amount === undefined ? all : decimal(String(item.amount))
    if (!wanted.gt(ZERO) || wanted.gt(all))
      throw badRequest(
        `File ${file.id} paid ${all.toFixed(2)} to ${named(item)}: at most that can come back.`,
      )
    let left = wanted
    for (const line of wanted.eq(all) ? [...living, ...loweredBy(living, carried)] : living) {
      const part = wanted.eq(all) ? decimal(line.amount) : smaller(left, decimal(line.amount))
      if (part.eq(ZERO)) continue
      left = left.minus(part)
      await returnLine(tx, line, part.toFixed(), { on: body.returned_on, reason: body.reason, now })
      line.is_living = false
      returned.push(viewReturned(line, part.toFixed(), body))
    }
  }
  return returned
}

/**
 * Super below zero that lowered the first row of a member in the file. It comes back with that row: otherwise it would
 * count as sent, and the next file would pay too much.
 */
function loweredBy(returned: readonly CarriedLine[], carried: readonly CarriedLine[]): CarriedLine[] {
  const ofMember = (line: CarriedLine) => `${line.employee_id} ${line.party}`
  const own = Map.groupBy(
    carried.filter((line) => line.kind === 'super' && line.is_living),
    ofMember,
  )
  return [...own.values()].flatMap((lines) => {
    const first = lines.find((line) => decimal(line.amount).gt(ZERO))
    if (!first || !returned.includes(first)) return []
    return lines.filter((line) => decimal(line.amount).lt(ZERO) && !returned.includes(line))
  })
}

type Meant = ReturnCreate['items'][number]

const isMeant = (line: CarriedLine, item: Meant) =>
  (item.employee_id === undefined || (line.employee_id === item.employee_id && line.kind !== 'payee')) &&
  (item.pay_id === undefined || line.pay_id === item.pay_id) &&
  (item.party === undefined ? line.kind !== 'payee' || item.kind === 'payee' : line.party === item.party) &&
  (item.kind === undefined || line.kind === item.kind)

const named = ({ employee_id: employee, pay_id: pay }: Meant) =>
  pay === undefined ? `employee ${employee}` : `pay ${pay}`

function viewReturned(
  line: CarriedLine,
  amount: string,
  { returned_on, reason }: ReturnCreate,
): ReturnedLine {
  return {
    pay_id: line.pay_id,
    employee_id: line.employee_id,
    format_name: formatName({ first_name: line.first_name ?? '', last_name: line.last_name ?? '' }),
    kind: line.kind,
    party: line.party,
    amount: Number(amount),
    returned_on,
    reason,
  }
}

/** Sentences that say what to do about each person whose money was returned. */
export function askForPlace(returned: readonly ReturnedLine[], place: 'account' | 'fund'): string[] {
  const kind = place === 'account' ? 'net' : 'super'
  return [...Map.groupBy(returned, (line) => line.employee_id).values()].map((own) => {
    const { format_name: name, reason } = present(own[0])
    const total = sum(own.map((line) => decimal(String(line.amount)))).toFixed(2)
    return `${total} of ${name} came back (${reason}) and is open again. Enter the right ${place}, then redirect it there (payments/redirects, kind ${kind}), or settle it by hand.`
  })
}
