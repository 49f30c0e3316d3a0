import type { TSchema } from 'typebox'
import { OPENING_TOTALS, type OpeningTotal } from '../../../countries/contract/opening.ts'
import { countryOf } from '../../../countries/index.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import type { Country } from '../../../payroll/words.ts'
import {
  OpeningBalancesInput,
  type OpeningBalancesItem,
  OpeningPeriodInput,
  putOpeningsIn,
  readOpeningInputs,
  refusalOfOpening,
} from '../../pays/opening-balances/index.ts'
import { factsOf, fieldsOf, type ImportCall, type Importer, type ImportField } from './kinds.ts'
import { findPeople, type OfEmployee, PERSON_FIELDS, withoutPerson } from './people.ts'
import { type ImportRow, isGood, refuseDuplicates, refuseRow, rowCheck } from './rows.ts'

/* Opening figures as flat rows. The groups of the resource become prefixes of column names. */

/** The groups of the resource, and their column prefixes. */
const GROUPS = new Map([
  ['leave_balances', 'leave_'],
  ['year_to_date', 'ytd_'],
  ['stp', 'stp_'],
  ['last_full_pay', 'last_full_pay_'],
])
const LISTS = new Set(['etps', 'pay_history'])
const NOT_FLAT = ['lump_sums_e', 'other_incomes']

const membersOf = (schema: TSchema): TSchema => {
  return factsOf(schema).anyOf?.find((branch) => 'properties' in branch) ?? schema
}

const EXAMPLE: Record<string, string> = {
  as_at: '2025-09-28',
  leave_holiday_hours: '62.5',
  ytd_gross: '19760.00',
  ytd_tax: '3705.00',
}

function openingFields(country: Country): ImportField[] {
  const { opening } = countryOf(country)
  const { properties = {} } = factsOf(OpeningBalancesInput)
  const foreign = new Set<string>(
    keysOf<OpeningTotal>(OPENING_TOTALS).filter((total) => !opening.totals.includes(total)),
  )
  const flat = Object.entries(properties).flatMap(([name, schema]): ImportField[] => {
    if (LISTS.has(name)) return []
    const prefix = GROUPS.get(name)
    if (prefix === undefined)
      return [{ name, schema, isRequired: name === 'as_at', example: EXAMPLE[name] ?? '' }]
    if (name === 'stp' && !opening.hasReportedYear) return []
    return fieldsOf(membersOf(schema), {}, NOT_FLAT)
      .filter((field) => name !== 'year_to_date' || !foreign.has(field.name))
      .map((field) => ({
        ...field,
        name: `${prefix}${field.name}`,
        isRequired: false,
        example: EXAMPLE[`${prefix}${field.name}`] ?? '',
      }))
  })
  return [...PERSON_FIELDS, ...flat]
}

/** Converts a flat row to the nested resource. */
function nested(row: ImportRow): Record<string, unknown> {
  const groups = new Map<string, Record<string, unknown>>()
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(withoutPerson(row))) {
    const [group, prefix] = [...GROUPS].find(([, start]) => name.startsWith(start)) ?? []
    if (group === undefined || prefix === undefined) input[name] = value
    else groups.set(group, { ...groups.get(group), [name.slice(prefix.length)]: value })
  }
  return { ...input, ...Object.fromEntries(groups) }
}

/** Converts the resource to a flat row. Lists are in separate files. */
export function flatOpening(input: OpeningBalancesInput): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
      if (LISTS.has(name) || value === null) return []
      const prefix = GROUPS.get(name)
      if (prefix === undefined) return [[name, value]]
      return Object.entries(value).map(([member, each]) => [`${prefix}${member}`, each])
    }),
  )
}

export const openingBalancesImport: Importer = {
  about: 'The opening figures of one employee. They replace earlier ones; imported pay history stays.',
  fields: openingFields,
  async run(call, rows) {
    const check = rowCheck<OpeningBalancesInput>(OpeningBalancesInput)
    const people = await findPeople(call.tx, call.company, rows)
    refuseDuplicates(
      people.map(({ row }) => row),
      keyByEmployee(people),
    )
    const before = await readOpeningInputs(
      call.tx,
      people.map(({ employee }) => employee.id),
    )
    const yieldIfDue = createYielder()
    const items: { row: ImportRow; item: OpeningBalancesItem }[] = []
    for (const { row, employee } of people) {
      row.action = 'replace'
      const input = check(row, nested(row))
      const { pay_history = [], etps = [] } = before.get(employee.id) ?? {}
      if (input) items.push({ row, item: { employee_id: employee.id, pay_history, etps, ...input } })
      call.onDone(items.length)
      await yieldIfDue()
    }
    await put(call, items)
  },
}

export const payHistoryImport: Importer = {
  about:
    'One pay period that was paid elsewhere. The rows of an employee are the whole pay history; year-to-date totals include them.',
  fields: () => [
    ...PERSON_FIELDS,
    ...fieldsOf(OpeningPeriodInput, {
      period_end_date: '2025-09-28',
      gross: '1520.00',
      tax: '285.00',
      hours: '38',
    }),
  ],
  async run(call, rows) {
    const check = rowCheck<OpeningPeriodInput>(OpeningPeriodInput)
    const periods = new Map<ImportRow, OpeningPeriodInput>()
    const people = await findPeople(call.tx, call.company, rows)
    const yieldIfDue = createYielder()
    for (const { row } of people) {
      row.action = 'replace'
      const period = check(row, withoutPerson(row))
      if (period) periods.set(row, period)
      call.onDone(periods.size)
      await yieldIfDue()
    }
    refuseDuplicates(rows, (row) => `${row.subject}|${row.values.period_end_date}`)
    const before = await readOpeningInputs(
      call.tx,
      people.map(({ employee }) => employee.id),
    )
    const items = [...Map.groupBy(people, ({ employee }) => employee.id)].flatMap(([id, own]) => {
      if (!own.every(({ row }) => isGood(row))) return []
      const history = own.flatMap(({ row }) => periods.get(row) ?? [])
      const days = history.map((period) => period.pay_date ?? period.period_end_date).toSorted()
      const known: OpeningBalancesInput = before.get(id) ?? { as_at: days.at(-1) ?? '' }
      const { paid_to_date: _paidTo, ...rest } = known
      const row = own[0]?.row
      return row ? [{ row, item: { ...rest, employee_id: id, pay_history: history } }] : []
    })
    await put(call, items)
  },
}

const keyByEmployee = (people: readonly OfEmployee[]) => {
  const ids = new Map(people.map(({ row, employee }) => [row, String(employee.id)]))
  return (row: ImportRow) => ids.get(row) ?? null
}

/** Stores the figures of the valid rows. Each refused row gets its own reason. */
async function put(
  call: ImportCall,
  items: readonly { row: ImportRow; item: OpeningBalancesItem }[],
): Promise<void> {
  const { service, tx, company } = call
  const good = items.filter(({ row }) => isGood(row))
  const refusals = await refusalOfOpening(
    tx,
    company,
    good.map(({ item }) => item),
  )
  for (const [index, message] of refusals.entries()) {
    const row = good[index]?.row
    if (row && message) refuseRow(row, null, message)
  }
  const kept = good.filter(({ row }) => isGood(row))
  const views = await putOpeningsIn(
    service,
    tx,
    company,
    kept.map(({ item }) => item),
    'Row',
  )
  for (const [index, view] of views.entries()) {
    const row = kept[index]?.row
    row?.warnings.push(...(view.warnings ?? []))
    const touched = view.affected_pays?.length ?? 0
    if (touched > 0)
      row?.warnings.push(`${touched} pays of the employee would now be different; they were not changed.`)
  }
}
