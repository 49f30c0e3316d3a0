import { todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { badRequest, conflict, invalid } from '../../../kernel/problem.ts'
import { type Decimal, decimal, smaller, sum, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { maskParty } from '../../pays/snapshots/index.ts'
import { type CarriedLine, type Carrier, loadCarried, returnLine } from './queries.ts'
import type { ReturnCreate, ReturnedLine } from './returns-schema.ts'

/** The file that the returned lines were in. */
export type ReturningFile = { column: Exclude<Carrier, 'settlement_id'>; id: number; madeOn: string }

/** What came back before this reply, by file. Rows of one import share it. */
export type CameBack = Map<number, { line: CarriedLine; left: Decimal }[]>

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
  options: { isRepeatable?: boolean; earlier?: CameBack } = {},
): Promise<ReturnedLine[]> {
  body.items.forEach((item, index) => {
    if (item.employee_id === undefined && item.pay_id === undefined)
      throw invalid(['body', 'items', index], 'name the employee (employee_id) or the pay (pay_id)')
  })
  const today = todayOf(service, company)
  if (body.returned_on > today) throw badRequest(`returned_on ${body.returned_on} is in the future.`)
  if (body.returned_on < file.madeOn)
    throw badRequest(`returned_on ${body.returned_on} is before the file was made (${file.madeOn}).`)
  const carried = await loadCarried(tx, service.cipher, company.id, file)
  const now = service.clock.now()
  const earlier = options.earlier ?? new Map()
  if (!earlier.has(file.id)) earlier.set(file.id, carried.flatMap(cameBack))
  const returned: ReturnedLine[] = []
  for (const item of body.items) {
    const own = carried.filter((line) => isMeant(line, item))
    if (own.length === 0) throw badRequest(`Nothing of ${named(item)} is in file ${file.id}.`)
    const living = own.filter((line) => line.is_living)
    if (living.length === 0 && options.isRepeatable) continue
    if (living.length === 0)
      throw conflict(`What file ${file.id} paid to ${named(item)} is already returned.`)
    if (item.amount !== undefined && !body.is_another && isTheSame(earlier.get(file.id), item, body)) {
      if (options.isRepeatable) continue
      throw conflict(
        `${decimal(String(item.amount)).toFixed(2)} of ${named(item)} already came back on ${body.returned_on}. If this is another credit, send is_another.`,
      )
    }
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

const cameBack = (line: CarriedLine) =>
  line.returned_on === null ? [] : [{ line, left: decimal(line.amount) }]

/**
 * Whether this amount is one that came back on this day before: a bank may answer twice. Each recorded amount
 * answers for one item, so two equal credits of one reply are two.
 */
function isTheSame(
  earlier: { line: CarriedLine; left: Decimal }[] = [],
  item: Meant,
  { returned_on: day }: ReturnCreate,
): boolean {
  const own = earlier.filter(({ line }) => line.returned_on === day && isMeant(line, item))
  let amount = decimal(String(item.amount))
  if (sum(own.map(({ left }) => left)).lt(amount)) return false
  for (const each of own) {
    const part = smaller(each.left, amount)
    each.left = each.left.minus(part)
    amount = amount.minus(part)
  }
  return true
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
  (item.employee_id === undefined || line.employee_id === item.employee_id) &&
  (item.pay_id === undefined || line.pay_id === item.pay_id) &&
  (item.party === undefined
    ? line.kind !== 'payee' || item.kind === 'payee'
    : line.party === item.party || maskParty(line.party) === item.party) &&
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
    party: line.kind === 'super' ? maskParty(line.party) : line.party,
    amount: Number(amount),
    returned_on,
    reason,
  }
}

/** Sentences that say what to do about each person whose money was returned. */
export function askForPlace(returned: readonly ReturnedLine[], place: 'account' | 'fund'): string[] {
  const whose = (line: ReturnedLine) => `${line.employee_id} ${line.kind === 'payee'}`
  return [...Map.groupBy(returned, whose).values()].map((own) => {
    const { format_name: name, reason, kind } = present(own[0])
    const total = sum(own.map((line) => decimal(String(line.amount)))).toFixed(2)
    const what = `${total} of ${name} came back (${reason}) and is open again.`
    return kind === 'payee'
      ? `${what} Change the payee’s account, or redirect the deduction to another payee (payments/redirects, kind payee), or settle it by hand.`
      : `${what} Enter the right ${place}, then redirect it there (payments/redirects, kind ${kind}), or settle it by hand.`
  })
}
