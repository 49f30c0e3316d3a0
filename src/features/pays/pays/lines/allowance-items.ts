import { ALLOWANCE_FIELDS, sentFields } from '../../../../payroll/line-fields.ts'
import type { PayAllowanceInput } from '../request/schema.ts'
import { allowanceLine } from './item-lines.ts'
import type { Line } from './lines.ts'
import {
  autoItems,
  type Context,
  EMPTY_ITEM,
  fromTemplate,
  keptAuto,
  matchOrCreate,
  required,
  sentText,
} from './match.ts'

/** The allowances of the request, plus the automatic ones. */
export function resolveAllowances(rows: readonly PayAllowanceInput[] | null, context: Context): Line[] {
  const { known, options } = context
  const given = (rows ?? []).map((row, index) => resolveAllowance(row, index, context))
  if (options.keptLines) return rows ? given : keptAuto('allowance', options.keptLines)
  const named = new Set(given.map((line) => line.description.toLowerCase()))
  const isNew = (description: string) => !named.has(description.trim().toLowerCase())
  const own = autoItems(known, 'allowance')
    .filter((item) => isNew(item.description))
    .map((item) => allowanceLine(item, item, null, { is_auto: true }))
  const templates = known.autoTemplates
    .filter((template) => isNew(template.description))
    .map((template) =>
      allowanceLine(fromTemplate(template, known.employeeId), null, template.id, { is_auto: true }),
    )
  return [...given, ...own, ...templates]
}

function resolveAllowance(row: PayAllowanceInput, index: number, context: Context): Line {
  const { known, options } = context
  const template = known.templates.get(row.description.trim().toLowerCase())
  const where = `${options.name}, allowance ${index}`
  const isCategoryNeeded = options.country.isAllowanceCategoryNeeded && !row.is_reimbursement
  const found = template
    ? fromTemplate(template, known.employeeId)
    : matchOrCreate('allowance', row.description, context, () => ({
        amount: required(row.amount, 'amount', where),
        ...sentFields(ALLOWANCE_FIELDS, row, EMPTY_ITEM),
        ...(isCategoryNeeded
          ? { allowance_category: required(row.allowance_category, 'allowance_category', where) }
          : {}),
      }))
  return allowanceLine(
    {
      ...found,
      amount: sentText(row.amount) ?? found.amount,
      units: sentText(row.units) ?? found.units,
      ...sentFields(ALLOWANCE_FIELDS, row, found),
      ...(row.is_reimbursement ? REIMBURSEMENT : {}),
    },
    template ? null : found,
    template?.id ?? null,
    row.is_reimbursement ? { is_reimbursement: true } : {},
  )
}

/** The settings of a reimbursement, whatever the item with the same name has. */
const REIMBURSEMENT = {
  allowance_category: null,
  is_taxable: false,
  is_itemised: false,
  is_included_in_super_calculations: false,
}
