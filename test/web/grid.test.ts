import { describe, expect, it } from 'vitest'
import type { CompanyAllowance, Pay } from '../../web/api/types.ts'
import {
  allowanceColumn,
  columnOf,
  columnsOf,
  hoursColumn,
  leaveColumn,
  rowOf,
} from '../../web/pays/grid-columns.ts'
import { requestOf, valuesOf } from '../../web/pays/pay-values.ts'
import { sumsOf } from '../../web/pays/sums.ts'
import { readNumber } from '../../web/typed-numbers.ts'

/* How the grid and the editor of a run handle rows, without a browser. */

const hours = { units: 'hours', rate: 40, multiplier: null, rate_reference: null, rate_description: null }
const pay = (changes: Partial<Pay> = {}): Pay =>
  ({
    id: 1,
    status: 'pending',
    format_name: 'Mia Nguyen',
    pay_department: null,
    gross: 1520.1,
    tax: 300.2,
    net: 1219.9,
    super: 182.41,
    termination: null,
    hours: [
      { ...hours, id: 5, description: 'Ordinary hours', value: 38, is_overtime: false, pay_amount: 1520 },
    ],
    leave: [],
    allowances: [],
    deductions: [],
    bonuses: [],
    pay_sacrifices: [],
    back_payments: [],
    warnings: [],
    ...changes,
  }) as unknown as Pay

describe('a cell', () => {
  const ordinary = hoursColumn({ description: 'Ordinary hours' })
  const sick = leaveColumn('SICK', '2026-11-22')
  const tools = allowanceColumn({ description: 'Tools' })

  it('is the one row of its kind, and is sent as that row alone', () => {
    expect([ordinary, sick, tools].map((column) => column.read(pay()))).toEqual([38, 0, 0])
    expect(rowOf(ordinary, 30.4)).toEqual({
      description: 'Ordinary hours',
      units: 'hours',
      is_overtime: false,
      value: 30.4,
    })
    expect(rowOf(sick, 7.6)).toEqual({
      description: 'Sick leave',
      leave_type: 'SICK',
      date: '2026-11-22',
      hours: 7.6,
    })
    expect(rowOf(tools, 25)).toEqual({ description: 'Tools', amount: 25, units: 1 })
    // The column restored from the browser's storage is the same.
    for (const column of [ordinary, sick, tools])
      expect(columnOf(JSON.parse(JSON.stringify(column))).id).toBe(column.id)
  })

  it('of several rows of one kind is left to the editor', () => {
    const [row] = pay().hours
    const days = pay({ hours: [row, { ...row, value: 7.6 }] as Pay['hours'] })
    expect(ordinary.read(days)).toBeNull()
  })

  it('reads numbers as people write them, and nothing else', () => {
    expect(['7.6', '7:36', ' 1,200.50', ''].map((text) => readNumber(text, 'hours'))).toEqual([
      7.6, 7.6, 1200.5, 0,
    ])
    expect(['$20', '$1,234,567.89', '-5'].map((text) => readNumber(text, 'dollars'))).toEqual([
      20, 1234567.89, -5,
    ])
    expect(
      ['.5', '5.', '+7', ' -.25 ', '1,234.5', '+1,234.', '0'].map((text) => readNumber(text, 'hours')),
    ).toEqual([0.5, 5, 7, -0.25, 1234.5, 1234, 0])
    expect(['$.5', '-$20', '$ 20', '+$1,000'].map((text) => readNumber(text, 'dollars'))).toEqual([
      0.5, -20, 20, 1000,
    ])
    for (const text of ['.', '+', '+-7', '-.', '1.2.3', '5.,', '.,5', '1,234,', '7 6', '$', '-$', '$$5'])
      for (const unit of ['hours', 'dollars'] as const) expect(readNumber(text, unit), text).toBeNull()
    for (const text of ['7h', '1e5', '7:66', 'NaN', '--1', '-', '–', '$20'])
      expect(readNumber(text, 'hours'), text).toBeNull()
    // A decimal comma, and commas that are not thousands separators.
    for (const text of ['7,5', '12,5', '1,2,3', '1,20', '0,500', '1200,000', '1,2000', '7.5,000', ',5', '5,'])
      for (const unit of ['hours', 'dollars'] as const) expect(readNumber(text, unit), text).toBeNull()
    expect(readNumber('7:36', 'dollars')).toBeNull()
  })
})

describe('the grid', () => {
  it('has a column for all that its pays hold, and the usual leave', () => {
    const allowance = {
      id: 1,
      description: 'Tools',
      amount: 9,
      units: 1,
      total_amount: 9,
    } as Pay['allowances'][number]
    const titles = columnsOf([pay(), pay({ allowances: [allowance] })], false, '2026-11-22').map(
      (c) => c.title,
    )
    expect(titles).toEqual(['Ordinary hours', 'Annual leave', 'Sick leave', 'Tools'])
  })

  it('leaves a new row to the editor where colleagues’ rows differ, or New Zealand does not know the allowance', () => {
    const [row] = pay().hours
    const night = (multiplier: number) =>
      pay({ hours: [{ ...row, description: 'Night', multiplier }] as Pay['hours'] })
    const tools = pay({ allowances: [{ description: 'Tools', amount: 9, units: 1 }] as Pay['allowances'] })
    const editorOnly = (pays: Pay[], isNz: boolean, known: string[] = []) =>
      columnsOf(pays, isNz, '2026-11-22', known.map((description) => ({ description })) as CompanyAllowance[])
        .filter(({ isEditorOnly }) => isEditorOnly)
        .map(({ title }) => title)
    expect(editorOnly([night(1.5), night(2), tools], false)).toEqual(['Night'])
    expect(editorOnly([night(2), night(2), tools], true)).toEqual(['Tools'])
    expect(editorOnly([tools], true, ['tools'])).toEqual([])
  })

  it('adds up in cents', () => {
    const many = Array.from({ length: 1000 }, () => pay())
    expect(sumsOf(many, false)).toMatchObject({
      gross: 1520100,
      tax: 300200,
      net: 1219900,
      retirement: 182410,
    })
  })
})

describe('the editor', () => {
  it('sends back what it read; a reimbursement stays one, and a row that says nothing is not sent', () => {
    const taxi = {
      id: 9,
      description: 'Taxi',
      amount: 31.5,
      units: 1,
      total_amount: 31.5,
      allowance_category: null,
      is_taxable: false,
      is_itemised: false,
      is_included_in_super_calculations: false,
      is_reimbursement: true,
    } as Pay['allowances'][number]
    const read = pay({ allowances: [taxi], note: 'Thank you.' })
    const values = valuesOf(read, [])
    expect([values.allowances, values.reimbursements]).toEqual([
      [],
      [{ description: 'Taxi', amount: '31.5' }],
    ])
    values.allowances.push({
      description: '',
      amount: '',
      units: '1',
      allowance_category: 'OD',
      is_taxable: true,
      is_itemised: false,
      is_included_in_super_calculations: true,
    })
    const sent = requestOf(read, values)
    expect(sent.allowances).toEqual([{ description: 'Taxi', amount: '31.5', is_reimbursement: true }])
    expect(sent.note).toBe('Thank you.')
  })
})
