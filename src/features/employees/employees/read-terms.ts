import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import type { Caller } from '../../../http/caller.ts'
import { tfnStatus } from '../../../identifiers/tfn.ts'
import { addDays, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { itemOn } from '../../../payroll/item-terms.ts'
import {
  changeDays,
  type TermsTimeline,
  type TermValue,
  termOn,
  termsTimeline,
} from '../../../payroll/terms.ts'
import type { Service } from '../../../service.ts'
import { fieldOf, TERM_FIELDS } from './fields.ts'
import { requireEmployee } from './find.ts'
import { type OpenEmployee, openEmployee } from './queries.ts'
import { TAX_NUMBER_STATUS } from './tax-numbers.ts'
import { loadTermItems, loadTerms, type TermItem } from './term-queries.ts'
import type { EmployeeTermsView } from './term-schema.ts'
import { changeOf, PAY_CALENDAR } from './terms.ts'

/** Lists the terms of an employee from the first day, including scheduled changes. */
export async function readTerms(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<EmployeeTermsView[]> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const { query } = service.database
  const [terms, items] = await Promise.all([
    loadTerms(query, [employee.id]),
    loadTermItems(query, employee.id),
  ])
  return termsOf(openEmployee(service.cipher, employee), terms.get(employee.id) ?? [], items)
}

/** The terms on a day. For a day before the first terms, returns the first terms. */
export async function readTermsOn(
  service: Service,
  caller: Caller,
  employeeId: number,
  day: CivilDate,
): Promise<EmployeeTermsView> {
  const timeline = await readTerms(service, caller, employeeId)
  return timeline.findLast(({ from }) => from <= day) ?? present(timeline[0])
}

function termsOf(
  employee: OpenEmployee,
  recorded: readonly EmployeeTerms[],
  items: readonly TermItem[],
): EmployeeTermsView[] {
  const timeline = termsTimeline(recorded.map(changeOf))
  const fields = [...TERM_FIELDS, TAX_NUMBER_STATUS, PAY_CALENDAR]
  const days = [...new Set([...changeDays(timeline, fields), ...items.flatMap(itemDays)])].sort()
  const start = civilDate(employee.start_date)
  const first = days[0] !== undefined && days[0] <= start ? addDays(days[0], -1) : start
  const all = [first, ...days]
  let before: Pick<EmployeeTermsView, 'terms' | 'standing_items'> | undefined
  return all.map((from, index) => {
    const terms = valuesOn(employee, timeline, from)
    const standing_items = itemsOn(items, from)
    const changed = Object.keys(terms).filter((name) => before && before.terms[name] !== terms[name])
    if (before && JSON.stringify(before.standing_items) !== JSON.stringify(standing_items))
      changed.push('standing_items')
    before = { terms, standing_items }
    const next = all[index + 1]
    return {
      from,
      to: next ? addDays(next, -1) : null,
      origin: originOf(recorded, from, index),
      changed,
      terms,
      standing_items,
    }
  })
}

const itemDays = ({ terms }: TermItem) => changeDays(termsTimeline(terms ?? []))

function itemsOn(items: readonly TermItem[], day: CivilDate): EmployeeTermsView['standing_items'] {
  return items.flatMap((each) => {
    const item = itemOn(each, day)
    if (!item) return []
    // An item can have more dated members, such as its units, than the answer shows.
    const { id, kind, description, amount, amount_type, auto_apply_to_pay } = item
    return { id, kind, description, amount: Number(amount), amount_type, auto_apply_to_pay }
  })
}

/** Terms count as reconstructed if their change was reconstructed. The first terms do if any change was. */
function originOf(
  recorded: readonly EmployeeTerms[],
  from: CivilDate,
  index: number,
): 'entered' | 'reconstructed' {
  const own = index === 0 ? recorded : recorded.filter((change) => change.effective_from === from)
  return own.some((change) => change.origin === 'reconstructed') ? 'reconstructed' : 'entered'
}

function valuesOn(
  employee: OpenEmployee,
  timeline: TermsTimeline,
  day: CivilDate,
): EmployeeTermsView['terms'] {
  const shown = (name: (typeof TERM_FIELDS)[number], value: TermValue) =>
    fieldOf(name).kind === 'decimal' && value !== null ? Number(value) : value
  const terms = TERM_FIELDS.map((name) => {
    const value = termOn(timeline, name, day)
    return [name, shown(name, value === undefined ? employee[name] : value)] as const
  })
  const taxNumber = termOn(timeline, TAX_NUMBER_STATUS, day) ?? tfnStatus(employee.tax_file_number)
  const calendar = termOn(timeline, PAY_CALENDAR, day)
  return Object.fromEntries([
    ...terms,
    [TAX_NUMBER_STATUS, taxNumber],
    [PAY_CALENDAR, calendar === undefined ? employee.pay_calendar_id : calendar],
  ])
}
