import { type TSchema, Type } from 'typebox'
import type { StandingItemKind } from '../../../database/tables/standing-items.ts'
import { mapYielding } from '../../../http/yield-to-event-loop.ts'
import type { Country } from '../../../payroll/words.ts'
import {
  checkAllowanceOf,
  checkPayeeOf,
  type ItemInput,
  insertStandingItems,
  loadStandingItems,
  membersOf,
  newItem,
  schemasOf,
} from '../../employees/standing-items/index.ts'
import { listPayees } from '../../money/payments/index.ts'
import { fieldsOf, type Importer, type ImportField } from './kinds.ts'
import { findPeople, PERSON_FIELDS, withoutPerson } from './people.ts'
import { type ImportRow, refuseRow, rowCheck, takeRefusal } from './rows.ts'

/** The item kinds, by their names in a file. */
const KINDS: Record<string, StandingItemKind> = {
  allowance: 'allowance',
  deduction: 'deduction',
  bonus: 'bonus',
  pay_sacrifice: 'sacrifice',
  back_payment: 'back_payment',
}
/** Payee ids are internal to one company, so a file refers to payees by name. */
const LEFT_OUT = ['payee_id']
const PAYEE_NAME: ImportField = {
  name: 'payee_name',
  schema: Type.String({
    maxLength: 32,
    description: 'The payee of the deduction: the name of one of the company’s payees.',
  }),
  isRequired: false,
  example: '',
}

const SCHEMAS = new Map(
  Object.values(KINDS).map((kind): [StandingItemKind, TSchema] => [kind, schemasOf(kind, kind, {}).create]),
)
const CHECKS = new Map([...SCHEMAS].map(([kind, schema]) => [kind, rowCheck<ItemInput>(schema)]))

const EXAMPLE = {
  kind: 'allowance',
  description: 'Tool allowance',
  amount: '18.50',
  allowance_category: 'TD',
  auto_apply_to_pay: 'true',
}

/** The columns of all kinds, without duplicates. */
function itemFields(): ImportField[] {
  const fields = new Map<string, ImportField>()
  for (const schema of SCHEMAS.values())
    for (const field of fieldsOf(schema, EXAMPLE, [...LEFT_OUT, 'total_amount']))
      if (!fields.has(field.name))
        fields.set(field.name, { ...field, isRequired: ['description', 'amount'].includes(field.name) })
  const kind = { name: 'kind', schema: Type.String(), isRequired: true, example: EXAMPLE.kind }
  return [...PERSON_FIELDS, kind, ...fields.values(), PAYEE_NAME]
}

export const standingItemsImport: Importer = {
  about: `One standing item; kind is ${Object.keys(KINDS).join(', ')}. An item with the same kind and description must not exist yet.`,
  fields: itemFields,
  async run({ service, tx, company }, rows) {
    const people = await findPeople(tx, company, rows)
    const existing = await loadStandingItems(tx, [...new Set(people.map(({ employee }) => employee.id))])
    const keyOf = (employeeId: number, kind: string, description: string) =>
      `${employeeId}:${kind}:${description.trim().toLowerCase()}`
    const taken = new Set(existing.map((item) => keyOf(item.employee_id, item.kind, item.description)))
    const now = service.clock.now()
    const payees = Map.groupBy(await listPayees(tx, company.id), ({ name }) => name.trim().toLowerCase())
    const drafts = await mapYielding(people, ({ row, employee }) => {
      const item = itemOf(row, company.jurisdiction, payees)
      if (!item) return null
      const key = keyOf(employee.id, item.kind, item.description)
      if (taken.has(key)) {
        refuseRow(row, 'description', `The employee already has this ${item.kind.replace('_', ' ')}.`)
        return null
      }
      taken.add(key)
      return {
        ...item,
        customer_id: company.customer_id,
        company_id: company.id,
        employee_id: employee.id,
        created_at: now,
      }
    })
    await insertStandingItems(
      tx,
      drafts.filter((draft) => draft !== null),
    )
  },
}

type Payees = ReadonlyMap<string, readonly { id: number }[]>

/** The payee that a row names; null when it names none. */
function payeeOf(row: ImportRow, kind: StandingItemKind, payees: Payees): number | null {
  const { payee_name: name } = row.values
  if (name === undefined) return null
  const named = payees.get(String(name).trim().toLowerCase()) ?? []
  const [payee, second] = named
  if (kind !== 'deduction') refuseRow(row, 'payee_name', 'Only a deduction is paid to a payee.')
  else if (!payee)
    refuseRow(row, 'payee_name', `The company has no payee ${String(name)}. Import payees first.`)
  else if (second) refuseRow(row, 'payee_name', `The company has several payees named ${String(name)}.`)
  return payee?.id ?? null
}

function itemOf(row: ImportRow, jurisdiction: Country, payees: Payees) {
  const { kind: word, payee_name: _payee, ...values } = withoutPerson(row)
  const kind = KINDS[String(word).trim().toLowerCase()]
  row.action = 'create'
  if (!kind) {
    refuseRow(row, 'kind', `kind must be one of ${Object.keys(KINDS).join(', ')}`)
    return null
  }
  const known = new Set(membersOf(kind))
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)))
  const payee = payeeOf(row, kind, payees)
  const input = CHECKS.get(kind)?.(row, payee === null ? own : { ...own, payee_id: payee })
  if (!input) return null
  try {
    const item = newItem(kind, input)
    if (kind === 'allowance') checkAllowanceOf(item, jurisdiction)
    checkPayeeOf(item, jurisdiction)
    return { ...item, kind }
  } catch (error) {
    takeRefusal([row], error)
    return null
  }
}
