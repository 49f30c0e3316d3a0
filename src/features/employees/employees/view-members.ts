import {
  BALANCES,
  EMPLOYEE_FIELDS,
  type EmployeeField,
  fieldOf,
  SENSITIVE_FIELDS,
  type SensitiveField,
  VIEW_COLUMNS,
} from './fields.ts'
import type { LawRates } from './law-rates.ts'

type Column = (typeof VIEW_COLUMNS)[number]

/** A column of the read model: its JSON type, and the statutory rate it shows while unset. */
export type ViewMember = {
  name: Column
  kind: 'decimal' | 'whole' | 'flag' | 'text'
  sensitive: SensitiveField | undefined
  unset: LawRate | undefined
}
type LawRate = { [K in keyof LawRates]: LawRates[K] extends string ? K : never }[keyof LawRates]

const UNSET: Partial<Record<Column, LawRate>> = {
  super_rate: 'super',
  compulsory_super_rate: 'super',
  kiwisaver_employee_rate: 'kiwisaverEmployee',
  kiwisaver_employer_rate: 'kiwisaverEmployer',
}
const FLAGS: readonly Column[] = ['is_terminated', 'is_deleted']
const WHOLE: readonly Column[] = ['id', 'company_id']

/** The members for both `viewEmployee`, which builds objects, and `createTextWriter`, which writes text. */
export const VIEW_MEMBERS: readonly ViewMember[] = VIEW_COLUMNS.map((name) => ({
  name,
  kind: kindOf(name),
  sensitive: SENSITIVE_FIELDS.find((field) => field === name),
  unset: UNSET[name],
}))

function kindOf(name: Column): ViewMember['kind'] {
  if ((BALANCES as readonly Column[]).includes(name)) return 'decimal'
  if (FLAGS.includes(name)) return 'flag'
  if (WHOLE.includes(name)) return 'whole'
  const kind = Object.hasOwn(EMPLOYEE_FIELDS, name) ? fieldOf(name as EmployeeField).kind : 'text'
  if (kind === 'option') return 'whole'
  return kind === 'decimal' || kind === 'whole' || kind === 'flag' ? kind : 'text'
}
