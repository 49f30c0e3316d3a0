import type { CompanyAllowance, Pay, PayRateGroup } from '../api/types.ts'
import type { NumberUnit } from '../typed-numbers.ts'
import { leaveName } from './codes.ts'

type HoursRow = Pay['hours'][number]
type LeaveRow = Pay['leave'][number]
type Leave = LeaveRow['leave_type']

/** The fields of an API row that a cell sends, without its number. */
export type CellSample = { description: string; leave_type?: Leave } & Readonly<Record<string, unknown>>

/** An editable column of the grid. */
export type GridColumn = {
  id: string
  title: string
  /** The unit of the numbers. */
  unit: NumberUnit
  /** The list of the pay with its rows, and the other values of a new row. */
  list: 'hours' | 'leave' | 'allowances'
  sample: CellSample
  /** Whether the hours count as time in the period. Leave that is paid out does not. */
  takesTime: boolean
  /** New rows can only be added in the pay editor, because the grid cannot tell how the row is paid or taxed. */
  isEditorOnly?: boolean
  /** Whether a row of the list belongs to this column. */
  isOf: (row: CellSample) => boolean
  /** Returns null when the pay has several such rows, which only the editor can distinguish. */
  read: (pay: Pay) => number | null
}

const nameOf = (description: string) => description.trim().toLowerCase()
export const hoursId = ({ description }: { description: string }) => `hours ${nameOf(description)}`
export const leaveId = ({ leave_type }: { leave_type: string }) => `leave ${leave_type}`
const allowanceId = ({ description }: { description: string }) => `allowance ${nameOf(description)}`
export const isTime = ({ units }: { units: string }) => nameOf(units) === 'hours'
export const isPaidOut = ({ leave_type }: { leave_type: string }) => /CASHED|EXCHANGED/.test(leave_type)

export function hoursColumn(row: Partial<HoursRow> & { description: string }): GridColumn {
  const id = hoursId(row)
  const units = row.units ?? 'hours'
  return {
    id,
    title: row.description,
    unit: 'hours',
    list: 'hours',
    sample: {
      description: row.description,
      units,
      is_overtime: row.is_overtime ?? false,
      ...(row.multiplier ? { multiplier: row.multiplier } : {}),
      ...(row.rate_reference ? { rate_reference: row.rate_reference } : {}),
    },
    takesTime: isTime({ units }),
    isOf: (other) => hoursId(other) === id,
    read: ({ hours }) => readOne(hours.filter((other) => hoursId(other) === id).map(({ value }) => value)),
  }
}

export function leaveColumn(leave_type: Leave, date: string): GridColumn {
  const description = leaveName(leave_type)
  return {
    id: leaveId({ leave_type }),
    title: description,
    unit: 'hours',
    list: 'leave',
    sample: { description, leave_type, date },
    takesTime: !isPaidOut({ leave_type }),
    isOf: (other) => other.leave_type === leave_type,
    read: ({ leave }) =>
      readOne(leave.filter((row) => row.leave_type === leave_type).map(({ hours }) => hours)),
  }
}

export function allowanceColumn(row: { description: string }): GridColumn {
  const id = allowanceId(row)
  return {
    id,
    title: row.description,
    unit: 'dollars',
    list: 'allowances',
    // The service reads the other values from the company's allowance or the employee's own, never from
    // another employee's row.
    sample: { description: row.description },
    takesTime: false,
    isOf: (other) => allowanceId(other) === id,
    read: ({ allowances }) =>
      readOne(
        allowances
          .filter((other) => allowanceId(other) === id)
          .map(({ amount, units }) => amount * Math.max(1, units)),
      ),
  }
}

/** The column of a cell that was stored in the browser. */
export function columnOf({ list, sample }: Pick<GridColumn, 'list' | 'sample'>): GridColumn {
  if (list === 'hours') return hoursColumn(sample)
  if (list === 'allowances') return allowanceColumn(sample)
  return leaveColumn(sample.leave_type as Leave, String(sample.date))
}

/** The API row of a cell: the changed row with its new number. */
export function rowOf({ list, sample }: Pick<GridColumn, 'list' | 'sample'>, value: number) {
  if (list === 'hours') return { ...sample, value }
  return list === 'leave' ? { ...sample, hours: value } : { ...sample, amount: value, units: 1 }
}

const readOne = (values: number[]): number | null => (values.length > 1 ? null : (values[0] ?? 0))

/** How the hours of a column are paid, ignoring the description. */
const payOf = (sample: CellSample | undefined) => JSON.stringify({ ...sample, description: '' })

/** The columns that the pays of a run use, including ordinary hours and the usual leave. */
export function columnsOf(
  pays: readonly Pay[],
  isNz: boolean,
  date: string,
  allowances: readonly CompanyAllowance[] = [],
): GridColumn[] {
  const columns = new Map<string, GridColumn>()
  const known = new Set(allowances.map(allowanceId))
  const add = (column: GridColumn) => {
    if (!columns.has(column.id)) columns.set(column.id, column)
  }
  add(hoursColumn({ description: 'Ordinary hours' }))
  const rates = Map.groupBy(
    pays.flatMap((pay) => pay.hours.map(hoursColumn)),
    ({ id }) => id,
  )
  for (const [first, ...others] of rates.values()) {
    const isMixed = others.some(({ sample }) => payOf(sample) !== payOf(first?.sample))
    if (first) add(isMixed ? { ...first, isEditorOnly: true } : first)
  }
  add(leaveColumn(isNz ? 'ANNUAL_HOLIDAYS' : 'HOLIDAY', date))
  add(leaveColumn('SICK', date))
  for (const pay of pays) for (const row of pay.leave) add(leaveColumn(row.leave_type, date))
  // New Zealand has no allowance categories. The service would add an unknown allowance as a taxable one.
  for (const pay of pays)
    for (const row of pay.allowances)
      add({
        ...allowanceColumn(row),
        ...(isNz && !known.has(allowanceId(row)) ? { isEditorOnly: true } : {}),
      })
  return [...columns.values()].slice(0, MOST)
}

/** A grid with more columns than this is no longer useful. The editor shows the rest. */
const MOST = 14

/** Columns that can be added: overtime, the company's rates and allowances, other leave. */
export function offeredColumns(
  rates: readonly PayRateGroup[],
  allowances: readonly CompanyAllowance[],
  leaveTypes: readonly string[],
  date: string,
): GridColumn[] {
  return [
    hoursColumn({ description: 'Overtime × 1.5', multiplier: 1.5, is_overtime: true }),
    hoursColumn({ description: 'Overtime × 2', multiplier: 2, is_overtime: true }),
    ...rates.flatMap((group) =>
      group.pay_rates.map((rate) =>
        hoursColumn({ description: rate.description, rate_reference: rate.reference }),
      ),
    ),
    ...allowances.map(allowanceColumn),
    ...leaveTypes.map((type) => leaveColumn(type as Leave, date)),
  ]
}
