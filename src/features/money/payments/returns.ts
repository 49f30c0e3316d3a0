import { todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { badRequest, conflict, invalid } from '../../../kernel/problem.ts'
import { type Decimal, decimal, smaller, sum, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { maskParty } from '../../pays/snapshots/index.ts'
import { askForPlace } from './ask-for-place.ts'
import { type CarriedLine, type Carrier, loadCarried } from './queries.ts'
import { type ReturnedPart, storeReturns } from './return-queries.ts'
import { type FileLine, leftOf, loweredBy, usedUp } from './returned-lines.ts'
import type { ReturnCreate, ReturnedLine } from './returns-schema.ts'
import type { ReturningCredits } from './split-credits.ts'

/** The file that the returned lines were in. */
export type ReturningFile = {
  column: Exclude<Carrier, 'settlement_id'>
  id: number
  madeOn: string
  /** The day on which the bank pays the credits. */
  dueOn?: string | null
}

/**
 * What is left of lines of which the recipient gave a part back in another way. No more than that can come back.
 * Lines that are not here are left in full.
 */
export type HeldLines = ReadonlyMap<string, { amount: string; sacrificed: string; voluntary: string }>

type Options = {
  /** The reply may arrive twice: lines returned before are skipped. */
  isRepeatable?: boolean
  /** The reply is about one contribution, so it must name the fund where several funds got some. */
  isOfOneFund?: boolean
}

/** Records returned lines of a file. The file is read once and written once, however long the reply is. */
export type Returns = {
  /** By person or by pay. Only those lines are open again; everyone else in the file stays paid. */
  take(body: ReturnCreate, options?: Options): ReturnedLine[]
  store(): Promise<void>
  /** Pays of the file that were deleted since: nothing is owed for them. */
  deleted: ReadonlySet<number>
}

/** Opens the file with this id, inside a larger transaction. */
export type OpenReturns = (service: Service, tx: Tx, company: Company, id: number) => Promise<Returns>

/** Records the returned lines of one request in its own transaction. */
export const recordReturns =
  (open: OpenReturns, place: 'account' | 'fund') =>
  (
    service: Service,
    company: Company,
    id: number,
    body: ReturnCreate,
  ): Promise<{ returned: ReturnedLine[]; warnings: string[] }> =>
    service.database.transaction(async (tx) => {
      const returns = await open(service, tx, company, id)
      const returned = returns.take(body)
      await returns.store()
      return { returned, warnings: askForPlace(returned, place, returns.deleted) }
    })

export async function openReturns(
  service: Service,
  tx: Tx,
  company: Company,
  file: ReturningFile,
  { credits, held }: { credits?: ReturningCredits; held?: HeldLines },
): Promise<Returns> {
  const loaded = await loadCarried(tx, service.cipher, company.id, file)
  const carried = loaded.map((line) => ({ ...line, held: line.is_living ? held?.get(line.id) : undefined }))
  // Amounts returned before this reply: the rows of one reply are not repetitions of each other.
  const earlier = carried.flatMap(cameBack)
  const today = todayOf(service, company)
  const parts: ReturnedPart[] = []
  return {
    take(body, options = {}) {
      requireNamed(body)
      requireDay(body.returned_on, file, today)
      // An answer of the bank itself may refuse a credit before the day on which it is due.
      if (!options.isRepeatable) requirePaid(body.returned_on, file)
      return body.items.flatMap((item) =>
        takeItem({ file, carried, earlier, credits, parts }, item, body, options),
      )
    },
    store: () => storeReturns(tx, parts, service.clock.now()),
    deleted: new Set(carried.filter((line) => line.is_deleted).map((line) => line.pay_id)),
  }
}

function requireNamed({ items }: ReturnCreate): void {
  items.forEach((item, index) => {
    const isOfPayee = item.kind === 'payee' && item.party !== undefined
    if (item.employee_id === undefined && item.pay_id === undefined && !isOfPayee)
      throw invalid(
        ['body', 'items', index],
        'name the employee (employee_id) or the pay (pay_id); for a credit to a payee, name party and kind',
      )
  })
}

function requireDay(returnedOn: string, file: ReturningFile, today: string): void {
  if (returnedOn > today) throw badRequest(`returned_on ${returnedOn} is in the future.`)
  if (returnedOn < file.madeOn)
    throw badRequest(`returned_on ${returnedOn} is before the file was made (${file.madeOn}).`)
}

function requirePaid(returnedOn: string, file: ReturningFile): void {
  if (file.dueOn && returnedOn < file.dueOn)
    throw badRequest(
      `returned_on ${returnedOn} is before file ${file.id} is due (${file.dueOn}): the bank has not paid it yet. Cancel the file if it was not sent.`,
    )
}

type CameBack = { line: CarriedLine; left: Decimal }
type Open = {
  file: ReturningFile
  carried: FileLine[]
  earlier: CameBack[]
  credits: ReturningCredits | undefined
  parts: ReturnedPart[]
}

function takeItem(open: Open, asked: Meant, body: ReturnCreate, options: Options): ReturnedLine[] {
  const { file, carried, earlier, credits } = open
  if (asked.amount !== undefined && !decimal(String(asked.amount)).gt(ZERO))
    throw badRequest(`${named(asked)}: the amount that came back must be above zero.`)
  const item = withAmount(asked, credits)
  if (item === null) {
    if (options.isRepeatable) return []
    throw conflict(`All that file ${file.id} paid to this account of ${named(asked)} is already returned.`)
  }
  const own = carried.filter((line) => isMeant(line, item))
  if (own.length === 0) throw badRequest(`Nothing of ${named(item)} is in file ${file.id}.`)
  const living = own.filter((line) => line.is_living && !leftOf(line).eq(ZERO))
  if (living.length === 0 && options.isRepeatable) return []
  if (living.length === 0)
    throw conflict(`All that file ${file.id} paid to ${named(item)} is already returned.`)
  if (isByAmount(item) && !body.is_another && isTheSame(earlier, item, body)) {
    if (options.isRepeatable) return []
    throw conflict(
      `${decimal(String(item.amount)).toFixed(2)} of ${named(item)} already came back on ${body.returned_on}. If this is another credit, send is_another.`,
    )
  }
  if (options.isOfOneFund && new Set(living.map((line) => line.party)).size > 1)
    throw badRequest(
      `File ${file.id} paid the super of ${named(item)} to several funds: name the fund that returned it, by its USI or ABN.`,
    )
  const all = sum(living.map(leftOf))
  const wanted = item.amount === undefined ? all : decimal(String(item.amount))
  if (!wanted.gt(ZERO) || wanted.gt(all))
    throw badRequest(
      `File ${file.id} paid ${all.toFixed(2)} to ${named(item)}: no more than that can come back.`,
    )
  const whose = isOfNet(item) ? living[0]?.employee_id : undefined
  const taken = whose === undefined ? undefined : credits?.take(whose, wanted, item.account_number)
  // A partial return is taken from the amounts above zero: those below zero have already lowered the credit.
  const whole = [...living, ...loweredBy(living, carried), ...usedUp(living, carried)]
  const meant = wanted.eq(all) ? whole : living.filter((line) => decimal(line.amount).gt(ZERO))
  const parts = wanted.eq(all) ? wholeOf(meant) : partsOf(meant, wanted, taken)
  return parts.map(({ line, part }) => takePart(open, line, part, body))
}

/** A partial return leaves the rest of the line in the file, because another credit of the pay may come back too. */
function takePart({ parts }: Open, line: FileLine, part: Decimal, body: ReturnCreate): ReturnedLine {
  const left = decimal(line.amount).minus(part)
  const isWhole = left.eq(ZERO)
  const { sacrificed, voluntary } = line.held ?? {}
  const ofSuper = isWhole || !sacrificed || !voluntary ? {} : { sacrificed, voluntary }
  const came = { on: body.returned_on, reason: body.reason }
  parts.push({ id: line.id, amount: part.toFixed(), isWhole, ...ofSuper, ...came })
  if (line.held) line.held = { amount: '0', sacrificed: '0', voluntary: '0' }
  if (isWhole) line.is_living = false
  else line.amount = left.toFixed()
  return viewReturned(line, part.toFixed(), body)
}

/** Only the net pay of an employee is split over accounts. */
const isOfNet = (item: Meant) => !item.party && (item.kind ?? 'net') === 'net'

/** An amount alone may repeat an earlier one. For an account, the file shows how much of its credit is left. */
const isByAmount = (item: Meant) => item.amount !== undefined && item.account_number === undefined

/** For an account, the rest of its credit, or null when all of it has come back. Only a split pay needs the account. */
function withAmount(item: Meant, credits: ReturningCredits | undefined): Meant | null {
  const { account_number: account, ...others } = item
  if (account === undefined) return item
  if (!credits || !isOfNet(item) || item.employee_id === undefined)
    throw badRequest('account_number needs the employee_id, and belongs to a net pay in a bank file.')
  const left = credits.leftIn(item.employee_id, account)
  if (left === null) return others
  if (left.eq(ZERO)) return null
  if (item.amount === undefined) return { ...item, amount: left.toFixed(2) }
  if (decimal(String(item.amount)).gt(left))
    throw badRequest(`${named(item)}: ${left.toFixed(2)} is left of the credit to this account.`)
  return item
}

type Part = { line: FileLine; part: Decimal }

const wholeOf = (lines: readonly FileLine[]): Part[] =>
  lines.flatMap((line) => {
    const part = leftOf(line)
    return part.eq(ZERO) ? [] : { line, part }
  })

/** Spreads the amount over the lines, starting with the lines of the runs that the returned credit paid. */
function partsOf(
  lines: readonly FileLine[],
  wanted: Decimal,
  byRun: ReadonlyMap<number, Decimal> | undefined,
): Part[] {
  const runs = new Map(byRun)
  const parts = new Map<FileLine, Decimal>()
  let left = wanted
  const take = (line: FileLine, most: Decimal) => {
    const had = parts.get(line) ?? ZERO
    const part = smaller(smaller(left, most), decimal(line.amount).minus(had))
    parts.set(line, had.plus(part))
    left = left.minus(part)
    return part
  }
  for (const line of byRun ? lines : []) {
    const most = runs.get(line.pay_run_id) ?? ZERO
    runs.set(line.pay_run_id, most.minus(take(line, most)))
  }
  for (const line of lines) take(line, left)
  return [...parts].flatMap(([line, part]) => (part.eq(ZERO) ? [] : { line, part }))
}

const cameBack = (line: CarriedLine): CameBack[] =>
  line.returned_on === null ? [] : [{ line, left: decimal(line.amount) }]

/**
 * Whether this amount came back on this day before. Each recorded amount matches one item, so equal credits are two.
 */
function isTheSame(earlier: readonly CameBack[], item: Meant, { returned_on: day }: ReturnCreate): boolean {
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

type Meant = ReturnCreate['items'][number]

const isMeant = (line: CarriedLine, item: Meant) =>
  (item.employee_id === undefined || line.employee_id === item.employee_id) &&
  (item.pay_id === undefined || line.pay_id === item.pay_id) &&
  (item.party === undefined
    ? line.kind !== 'payee' || item.kind === 'payee'
    : line.party === item.party || maskParty(line.party) === item.party) &&
  (item.fund === undefined || line.party.split('|')[0] === item.fund.replaceAll(' ', '')) &&
  (item.kind === undefined || line.kind === item.kind)

const named = ({ employee_id: employee, pay_id: pay, party }: Meant) =>
  pay !== undefined ? `pay ${pay}` : employee !== undefined ? `employee ${employee}` : `payee ${party}`

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
