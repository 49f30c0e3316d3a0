import type { CompanyAllowance, Pay, PayRateGroup } from '../api/types.ts'
import { leaveName } from './codes.ts'
import type { PayRequest } from './pay-request.ts'

type HoursRow = PayRequest['hours'][number]
type LeaveRow = PayRequest['leave'][number]
type AllowanceRow = PayRequest['allowances'][number]

/** A column of the grid that can be typed into. */
export type GridColumn = {
  id: string
  title: string
  /** What the numbers are. */
  unit: 'hours' | 'dollars'
  /** Null: the pay has several such rows, which only the editor can tell apart. */
  read: (rows: PayRequest) => number | null
  write: (rows: PayRequest, value: number) => PayRequest
}

/** A cell that is to hold another number. */
export type CellEdit = { pay: Pay; column: GridColumn; value: number }

type Leave = LeaveRow['leave_type']

export function hoursColumn(sample: Partial<HoursRow> & { description: string }): GridColumn {
  const isOwn = (row: HoursRow) =>
    row.description.trim().toLowerCase() === sample.description.trim().toLowerCase()
  const fresh = {
    description: sample.description,
    units: sample.units ?? 'hours',
    is_overtime: sample.is_overtime ?? false,
    ...(sample.multiplier ? { multiplier: sample.multiplier } : {}),
    ...(sample.rate_reference ? { rate_reference: sample.rate_reference } : {}),
  }
  return {
    id: `hours ${sample.description.toLowerCase()}`,
    title: sample.description,
    unit: 'hours',
    read: ({ hours }) => readOne(hours.filter(isOwn).map(({ value }) => value)),
    write: (rows, value) => ({
      ...rows,
      hours: replaceOne(
        rows.hours,
        isOwn,
        (row) => ({ ...row, value }),
        { ...fresh, value } as HoursRow,
        value,
      ),
    }),
  }
}

export function leaveColumn(type: Leave, date: string): GridColumn {
  const isOwn = (row: LeaveRow) => row.leave_type === type
  const description = leaveName(type)
  return {
    id: `leave ${type}`,
    title: description,
    unit: 'hours',
    read: ({ leave }) => readOne(leave.filter(isOwn).map(({ hours }) => hours)),
    write: (rows, hours) => ({
      ...rows,
      leave: replaceOne(
        rows.leave,
        isOwn,
        // Its loading follows from the hours anew.
        ({ leave_loading_amount: _loading, ...row }) => ({ ...row, hours }) as LeaveRow,
        { description, leave_type: type, date, hours } as LeaveRow,
        hours,
      ),
    }),
  }
}

export function allowanceColumn(sample: Partial<AllowanceRow> & { description: string }): GridColumn {
  const isOwn = (row: AllowanceRow) =>
    row.description.trim().toLowerCase() === sample.description.trim().toLowerCase()
  const { amount: _amount, units: _units, ...terms } = sample
  return {
    id: `allowance ${sample.description.toLowerCase()}`,
    title: sample.description,
    unit: 'dollars',
    read: ({ allowances }) =>
      readOne(allowances.filter(isOwn).map(({ amount, units }) => amount * Math.max(1, units))),
    write: (rows, amount) => ({
      ...rows,
      allowances: replaceOne(
        rows.allowances,
        isOwn,
        (row) => ({ ...row, amount, units: 1 }),
        { ...terms, amount, units: 1 } as AllowanceRow,
        amount,
      ),
    }),
  }
}

const readOne = (values: number[]): number | null => (values.length > 1 ? null : (values[0] ?? 0))

/** The list with its one row of a kind changed, added, or taken out where nothing is left of it. */
function replaceOne<T>(
  list: T[],
  isOwn: (row: T) => boolean,
  change: (row: T) => T,
  fresh: T,
  value: number,
): T[] {
  if (value === 0) return list.filter((row) => !isOwn(row))
  return list.some(isOwn) ? list.map((row) => (isOwn(row) ? change(row) : row)) : [...list, fresh]
}

/** The columns that the pays of a run fill, ordinary hours and the usual leave among them. */
export function columnsOf(pays: readonly Pay[], isNz: boolean, date: string): GridColumn[] {
  const columns = new Map<string, GridColumn>()
  const add = (column: GridColumn) => {
    if (!columns.has(column.id)) columns.set(column.id, column)
  }
  add(hoursColumn({ description: 'Ordinary hours' }))
  for (const pay of pays) for (const row of pay.hours) add(hoursColumn(row))
  add(leaveColumn(isNz ? 'ANNUAL_HOLIDAYS' : 'HOLIDAY', date))
  add(leaveColumn('SICK', date))
  for (const pay of pays) for (const row of pay.leave) add(leaveColumn(row.leave_type, date))
  for (const pay of pays)
    for (const { id: _id, total_amount: _total, ...row } of pay.allowances) add(allowanceColumn(row))
  return [...columns.values()].slice(0, MOST)
}

/** More columns than this are no grid any more; the editor has the rest. */
const MOST = 14

/** What can be added as a column: overtime, the company's rates and allowances, other leave. */
export function offeredColumns(
  rates: readonly PayRateGroup[],
  allowances: readonly CompanyAllowance[],
  leaveTypes: readonly string[],
  isNz: boolean,
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
    ...allowances.map((allowance) =>
      allowanceColumn({
        description: allowance.description,
        ...(isNz
          ? {}
          : { allowance_category: allowance.allowance_category as AllowanceRow['allowance_category'] }),
      }),
    ),
    ...leaveTypes.map((type) => leaveColumn(type as Leave, date)),
  ]
}

/** What somebody typed or pasted: 7.6, 1,200.50, $20 or 7:36; null: not a number. */
export function readNumber(text: string, unit: GridColumn['unit']): number | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '')
  if (plain === '' || plain === '-' || plain === '–') return 0
  const clock = unit === 'hours' ? /^(\d{1,3}):([0-5]\d)$/.exec(plain) : null
  if (clock) return Math.round((Number(clock[1]) + Number(clock[2]) / 60) * 10_000) / 10_000
  return /^-?\d{1,7}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null
}
