import { isRecord } from '../../../../kernel/is-record.ts'
import { badRequest, type InvalidPlace, InvalidRequest } from '../../../../kernel/problem.ts'
import type { PayCreate } from './schema.ts'

/** The lists of a request whose items become lines. */
export const ITEM_LISTS = [
  'hours',
  'leave',
  'allowances',
  'deductions',
  'bonuses',
  'pay_sacrifices',
  'back_payments',
] as const

/** Tax methods that need both dates. The others ignore them. */
export const datedMethods: ReadonlySet<string> = new Set([
  'SPREAD_OVER_SPECIFIC_RANGE',
  'METHOD_A_SPECIFIC_RANGE',
  'METHOD_B1',
])

export type IdentifierType = 'employee_id' | 'employee_number'

/** Rejects an `id` in any item list. Runs before schema validation, so the body may be any JSON. */
export function refuseItemIds(body: unknown): void {
  const pays: unknown[] = Array.isArray(body) ? body : [body]
  for (const [index, pay] of pays.entries()) {
    if (!isRecord(pay)) continue
    for (const name of ITEM_LISTS) {
      const rows = pay[name]
      if (!Array.isArray(rows)) continue
      for (const row of rows)
        if (row !== null && typeof row === 'object' && Object.hasOwn(row, 'id'))
          throw badRequest(
            `Pay ${index}: an id is not accepted in ${name}; items are matched by their description.`,
          )
    }
  }
}

/** Checks rules between fields that depend on the request alone. Reports every violation. */
export function checkPays(pays: readonly PayCreate[], identifierType: IdentifierType): void {
  const places: InvalidPlace[] = []
  for (const [index, pay] of pays.entries()) {
    const identifier = pay[identifierType]
    if (identifier === null || identifier === undefined || identifier === '')
      places.push(missing([index, identifierType], `identifier_type is ${identifierType}`))
    checkPay(pay, [index], places)
    if (places.length >= 50) break
  }
  if (places.length > 0) throw new InvalidRequest(places)
}

/** Checks the same rules for the drafts of a grid. */
export function checkEdits(edits: readonly PayCreate[]): void {
  const places: InvalidPlace[] = []
  for (const [index, edit] of edits.entries()) checkPay(edit, [index], places)
  if (places.length > 0) throw new InvalidRequest(places.slice(0, 50))
}

/** Checks the same rules for the pay of a rebuild. */
export function checkUpdate(pay: PayCreate): void {
  const places: InvalidPlace[] = []
  checkPay(pay, [], places)
  if (places.length > 0) throw new InvalidRequest(places)
}

type Loc = (string | number)[]

function checkPay(pay: PayCreate, loc: Loc, places: InvalidPlace[]): void {
  for (const [row, { units }] of (pay.allowances ?? []).entries())
    if (units !== null && units !== undefined && !(Number(units) > 0))
      places.push(problem([...loc, 'allowances', row, 'units'], 'units must be greater than 0'))
  for (const name of ['deductions', 'pay_sacrifices'] as const)
    for (const [row, { amount }] of (pay[name] ?? []).entries())
      if (Number(amount ?? 0) < 0)
        places.push(
          problem(
            [...loc, name, row, 'amount'],
            'amount must not be negative; to refund a deduction, rebuild its pay or send an allowance',
          ),
        )
  for (const name of ['bonuses', 'back_payments'] as const)
    for (const [row, { tax_method, start_date, end_date }] of (pay[name] ?? []).entries()) {
      for (const [field, value] of Object.entries({ start_date, end_date }))
        if (tax_method && datedMethods.has(tax_method) && !value)
          places.push(missing([...loc, name, row, field], `tax_method is ${tax_method}`))
      if (start_date && end_date && end_date < start_date)
        places.push(problem([...loc, name, row, 'end_date'], 'end_date must not be before start_date'))
    }
}

const problem = (loc: Loc, msg: string): InvalidPlace => ({ loc: ['body', ...loc], msg, type: 'value_error' })

const missing = (loc: Loc, because: string): InvalidPlace => ({
  loc: ['body', ...loc],
  msg: `${loc.at(-1)} is required when ${because}`,
  type: 'missing',
})
