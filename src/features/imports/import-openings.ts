import type { TSchema } from 'typebox'
import { createBreath } from '../../http/breath.ts'
import { LAWS } from '../../payroll/index.ts'
import { OPENING_TOTALS } from '../../payroll/opening.ts'
import type { Country } from '../../payroll/words.ts'
import {
  OpeningBalancesInput,
  type OpeningBalancesItem,
  OpeningPeriodInput,
  putOpeningsIn,
  readOpeningInputs,
  refusalOfOpening,
} from '../opening-balances/index.ts'
import { fieldsOf, type ImportCall, type Importer, type ImportField } from './kinds.ts'
import { findPeople, type OfEmployee, PERSON_FIELDS, withoutPerson } from './people.ts'
import { type ImportRow, isGood, refuseDuplicates, refuseRow, rowCheck } from './rows.ts'

/* Opening figures as flat rows: the groups of the resource are prefixes of column names. */

const GROUPS = {
  leave_balances: 'leave_',
  year_to_date: 'ytd_',
  stp: 'stp_',
  last_full_pay: 'last_full_pay_',
} as const
const LISTS = ['etps', 'pay_history'] as const
const NOT_FLAT = ['lump_sums_e']

const membersOf = (schema: TSchema): TSchema => {
  const { anyOf } = schema as { anyOf?: TSchema[] }
  return anyOf?.find((branch) => 'properties' in branch) ?? schema
}

const EXAMPLE: Record<string, string> = {
  as_at: '2025-09-28',
  leave_holiday_hours: '62.5',
  ytd_gross: '19760.00',
  ytd_tax: '3705.00',
}

function openingFields(country: Country): ImportField[] {
  const { properties } = OpeningBalancesInput as { properties: Record<string, TSchema> }
  const flat = Object.entries(properties).flatMap(([name, schema]): ImportField[] => {
    if ((LISTS as readonly string[]).includes(name)) return []
    const prefix = GROUPS[name as keyof typeof GROUPS]
    if (prefix === undefined)
      return [{ name, schema, isRequired: name === 'as_at', example: EXAMPLE[name] ?? '' }]
    if (name === 'stp' && LAWS[country].reportsTo !== 'ATO') return []
    return fieldsOf(membersOf(schema), {}, NOT_FLAT)
      .filter((field) => name !== 'year_to_date' || isOf(field.name, country))
      .map((field) => ({
        ...field,
        name: `${prefix}${field.name}`,
        isRequired: false,
        example: EXAMPLE[`${prefix}${field.name}`] ?? '',
      }))
  })
  return [...PERSON_FIELDS, ...flat]
}

const isOf = (total: string, country: Country) =>
  (OPENING_TOTALS[total as keyof typeof OPENING_TOTALS].countries as readonly Country[]).includes(country)

/** A flat row as the resource it stands for. */
function nested(row: ImportRow): Record<string, unknown> {
  const input: Record<string, Record<string, unknown> | unknown> = {}
  for (const [name, value] of Object.entries(withoutPerson(row))) {
    const group = Object.entries(GROUPS).find(([, prefix]) => name.startsWith(prefix))
    if (!group) input[name] = value
    else input[group[0]] = { ...(input[group[0]] as object), [name.slice(group[1].length)]: value }
  }
  return input
}

/** The resource as the flat row of a file; lists have files of their own. */
export function flatOpening(input: OpeningBalancesInput): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
      if ((LISTS as readonly string[]).includes(name) || value === null) return []
      const prefix = GROUPS[name as keyof typeof GROUPS]
      if (prefix === undefined) return [[name, value]]
      return Object.entries(value).map(([member, each]) => [`${prefix}${member}`, each])
    }),
  )
}

export const openingBalancesImport: Importer = {
  about:
    'The opening figures of one employee. They take the place of those before; pay history that was imported stays.',
  fields: openingFields,
  async run(call, rows) {
    const check = rowCheck(OpeningBalancesInput)
    const people = await findPeople(call.tx, call.company, rows)
    refuseDuplicates(
      people.map(({ row }) => row),
      keyByEmployee(people),
    )
    const before = await readOpeningInputs(
      call.tx,
      people.map(({ employee }) => employee.id),
    )
    const breathe = createBreath()
    const items: { row: ImportRow; item: OpeningBalancesItem }[] = []
    for (const { row, employee } of people) {
      row.action = 'replace'
      const input = nested(row)
      check(row, input)
      const { pay_history = [], etps = [] } = before.get(employee.id) ?? {}
      items.push({
        row,
        item: { employee_id: employee.id, pay_history, etps, ...input } as OpeningBalancesItem,
      })
      await breathe()
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
    const check = rowCheck(OpeningPeriodInput)
    const people = await findPeople(call.tx, call.company, rows)
    const breathe = createBreath()
    for (const { row } of people) {
      row.action = 'replace'
      check(row, withoutPerson(row))
      await breathe()
    }
    refuseDuplicates(rows, (row) => `${row.subject}|${row.values.period_end_date}`)
    const before = await readOpeningInputs(
      call.tx,
      people.map(({ employee }) => employee.id),
    )
    const items = [...Map.groupBy(people, ({ employee }) => employee.id)].flatMap(([id, own]) => {
      if (!own.every(({ row }) => isGood(row))) return []
      const history = own.map(({ row }) => withoutPerson(row)) as NonNullable<
        OpeningBalancesItem['pay_history']
      >
      const days = history.map((period) => period.pay_date ?? period.period_end_date).toSorted()
      const known = before.get(id) ?? { as_at: days.at(-1) ?? '' }
      const { paid_to_date: _paidTo, ...rest } = known as OpeningBalancesItem
      const row = own[0]?.row
      return row
        ? [{ row, item: { ...rest, employee_id: id, pay_history: history } as OpeningBalancesItem }]
        : []
    })
    await put(call, items)
  },
}

const keyByEmployee = (people: readonly OfEmployee[]) => {
  const ids = new Map(people.map(({ row, employee }) => [row, String(employee.id)]))
  return (row: ImportRow) => ids.get(row) ?? null
}

/** Writes the figures of the good rows, each refused for its own reason. */
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
      row?.warnings.push(`${touched} pays of the employee would now be different; they stay as they are.`)
  }
}
