import type { KnownItem } from '../lines/lines.ts'

/*
 * The items of an employee as one text, as they were read: what an item is made of is many cells, and as rows of their own they
 * would cost more than matching them, here and on the way to another thread.
 */
export type ItemTexts = {
  items: string
  /** Some of them pay for other periods, without being asked for. */
  comesAsExtra: boolean
}

export const BETWEEN_CELLS = '\x1f'
export const BETWEEN_ITEMS = '\x1e'

type Cell = Exclude<keyof KnownItem, 'employee_id'>

/** The cells of an item in their order. */
export const ITEM_CELLS = [
  'id',
  'kind',
  'description',
  'amount',
  'amount_type',
  'units',
  'limit_per_pay',
  'limit_total',
  'auto_apply_to_pay',
  'allowance_category',
  'classification',
  'tax_method',
  'stp_category',
  'start_date',
  'end_date',
  'is_taxable',
  'is_itemised',
  'is_included_in_super_calculations',
  'is_super',
  'is_directors_fees',
  'is_return_to_work',
  'is_nz_ess',
  'is_nz_ess_cash_settled',
  'withhold_paye',
  'tax_as_nz_extra_pay',
  'is_nz_discretionary',
  'payee_id',
  'payee_reference',
  'taken',
] as const satisfies readonly Cell[]

/** Cells that people write. */
export const isText = (cell: Cell): boolean => cell === 'description' || cell === 'payee_reference'

export const openItems = (employeeId: number, items: string): KnownItem[] =>
  items.split(BETWEEN_ITEMS).map((item) => openItem(employeeId, item))

function openItem(employeeId: number, item: string): KnownItem {
  const [
    id,
    kind,
    description = '',
    amount = '',
    amountType,
    units = '',
    limitPerPay,
    limitTotal,
    autoApply,
    allowanceCategory,
    classification,
    taxMethod,
    stpCategory,
    startDate,
    endDate,
    isTaxable,
    isItemised,
    isInSuper,
    isSuper,
    isDirectorsFees,
    isReturnToWork,
    isNzEss,
    isNzEssCashSettled,
    withholdPaye,
    taxAsNzExtraPay,
    isNzDiscretionary,
    payeeId,
    payeeReference,
    taken = '',
  ] = item.split(BETWEEN_CELLS)
  return {
    id: Number(id),
    employee_id: employeeId,
    kind: readWord(kind),
    description: readText(description) ?? '',
    amount,
    amount_type: readWord(amountType),
    units,
    limit_per_pay: limitPerPay || null,
    limit_total: limitTotal || null,
    auto_apply_to_pay: autoApply === 't',
    allowance_category: readWord(allowanceCategory),
    classification: readWord(classification),
    tax_method: readWord(taxMethod),
    stp_category: readWord(stpCategory),
    start_date: startDate || null,
    end_date: endDate || null,
    is_taxable: isTaxable === 't',
    is_itemised: isItemised === 't',
    is_included_in_super_calculations: isInSuper === 't',
    is_super: isSuper === 't',
    is_directors_fees: isDirectorsFees === 't',
    is_return_to_work: isReturnToWork === 't',
    is_nz_ess: readFlag(isNzEss),
    is_nz_ess_cash_settled: readFlag(isNzEssCashSettled),
    withhold_paye: readFlag(withholdPaye),
    tax_as_nz_extra_pay: readFlag(taxAsNzExtraPay),
    is_nz_discretionary: readFlag(isNzDiscretionary),
    payee_id: payeeId ? Number(payeeId) : null,
    payee_reference: readText(payeeReference),
    taken,
  }
}

/** A word of a closed list, as the database holds it. */
const readWord = <T extends string | null>(cell: string | undefined): T => (cell || null) as T

const readFlag = (cell: string | undefined): boolean | null => (cell ? cell === 't' : null)

/** JSON text; mostly there is nothing in it to be unescaped. */
function readText(cell: string | undefined): string | null {
  if (!cell) return null
  const text: string = cell.includes('\\') ? JSON.parse(cell) : cell.slice(1, -1)
  return text
}
