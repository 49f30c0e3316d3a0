import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { OPENING_STP_AMOUNTS, type OpeningStpAmount } from '../../../countries/au/law/input/opening-stp.ts'
import { ETP_CODES, INCOME_TYPES } from '../../../countries/au/law/input/words.ts'
import { OPENING_BALANCES, OPENING_TOTALS, type OpeningTotal } from '../../../countries/contract/opening.ts'
import {
  CivilDateText,
  closed,
  component,
  DecimalInput,
  nullable,
  readBeside,
  Timestamp,
  words,
} from '../../../http/schema.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { AffectedPays } from '../../employees/employees/index.ts'

const optional = Type.Optional
const Amount = DecimalInput
const maybe = <T extends TSchema>(schema: T, description: string) =>
  optional(nullable(schema, { description }))
const text = (maxLength: number, description: string) =>
  maybe(Type.String({ minLength: 1, maxLength }), description)

type Amounts<K extends string> = Partial<Record<K, Static<typeof Amount> | null>>

/** Named amounts, all optional. */
const amounts = <K extends string, M extends object = object>(
  names: readonly K[],
  textOf: (name: K) => string,
  options: { description?: string } = {},
  more: TProperties = {},
) =>
  Type.Unsafe<Amounts<K> & M>(
    closed(
      { ...Object.fromEntries(names.map((name) => [name, maybe(Amount, textOf(name))])), ...more },
      options,
    ),
  )

const TOTALS = keysOf<OpeningTotal>(OPENING_TOTALS)

const PERIOD = {
  period_end_date: CivilDateText,
  period_start_date: maybe(CivilDateText, 'Default: by the employee’s pay period.'),
  pay_date: maybe(CivilDateText, 'Default: the end of the period.'),
  gross: Amount,
  counted_gross: maybe(
    Amount,
    'AU: the part taxed with the period. NZ: gross earnings as the Holidays Act counts them. Default: gross.',
  ),
  tax: maybe(Amount, 'Default 0.'),
  hours: maybe(Amount, 'Hours worked and on paid leave.'),
  days_paid: maybe(
    Amount,
    'NZ: whole or part days paid. Default: the hours divided by the standard hours of a day.',
  ),
  one_off_amounts: maybe(Amount, 'NZ: one-off amounts within gross.'),
  regular_additions: maybe(
    Amount,
    'NZ: overtime, allowances and productivity pay within gross. Where every one of the last four weeks has some, they are part of an ordinary week.',
  ),
  unpaid_leave_hours: maybe(Amount, 'Hours of unpaid leave in the period.'),
  is_full_pay: maybe(
    Type.Boolean(),
    'AU: false when the period was not paid in full: parental leave, workers compensation, leave at half pay or cashed out. Default: by hours and unpaid leave.',
  ),
  paid_in_advance: maybe(
    Amount,
    'AU: leave of this period that an earlier pay paid. Not part of gross. A period after as_at has a gross of 0 and the pay_date of that pay.',
  ),
  tax_in_advance: maybe(Amount, 'AU: tax withheld on paid_in_advance.'),
  back_pay: maybe(
    Amount,
    'AU: back payments of this period’s pay that method B(i) taxed. Part of gross, not of counted_gross.',
  ),
  back_pay_start_date: maybe(CivilDateText, 'AU: the first day that back_pay is for.'),
  back_pay_end_date: maybe(CivilDateText, 'AU: the last day that back_pay is for.'),
}

export const OpeningPeriodInput = closed(PERIOD)
export type OpeningPeriodInput = Static<typeof OpeningPeriodInput>

const STP_MORE = {
  income_type: optional(words(INCOME_TYPES, { description: 'Default SAW.' })),
  lump_sum_a_type: optional(words(['R', 'T'] as const)),
  lump_sums_e: optional(
    Type.Array(
      closed({ income_year: Type.String({ pattern: '^\\d{4}$', examples: ['2025'] }), amount: Amount }),
      { maxItems: 20 },
    ),
  ),
}
const StpMore = closed(STP_MORE)
type StpMore = Static<typeof StpMore>
/** The amounts of one income type. */
const stpIncome = <M extends object = object>(more: TProperties = {}) =>
  amounts<OpeningStpAmount, StpMore & M>(
    OPENING_STP_AMOUNTS,
    (name) => `Year to date: ${name.replaceAll('_', ' ')}.`,
    {},
    { ...STP_MORE, ...more },
  )
const OtherIncomes = Type.Array(stpIncome(), {
  maxItems: INCOME_TYPES.length - 1,
  description: 'The same for every further income type that the employee had in the year.',
})

const FIELDS = {
  as_at: {
    ...CivilDateText,
    description: 'The last day whose payments are in these figures. Pays here come after it.',
  },
  paid_to_date: maybe(
    CivilDateText,
    'The end of the last period that was paid elsewhere. Default: that of the latest period given, else as_at.',
  ),
  service_start_date: maybe(
    CivilDateText,
    'The start of service with this employer or one before it, where it is before start_date: long service leave and the Holidays Act count from it.',
  ),
  previous_payroll_id: text(20, 'The payroll id that Single Touch Payroll has used for the employee so far.'),
  previous_bms_id: text(36, 'The software id (BMS id) under which that was reported.'),
  leave_balances: optional(
    amounts(OPENING_BALANCES, (name) => `The balance on as_at: ${name.replaceAll('_', ' ')}.`, {
      description: 'Leave balances on as_at; they are added to the employee’s balances.',
    }),
  ),
  year_to_date: optional(
    amounts(TOTALS, (name) => `${OPENING_TOTALS[name].countries.join(', ')}. ${OPENING_TOTALS[name].text}`, {
      description: 'Totals of the tax year of as_at, up to that day.',
    }),
  ),
  stp: maybe(
    stpIncome<{ other_incomes?: Static<typeof OtherIncomes> }>({ other_incomes: optional(OtherIncomes) }),
    'AU: the year to date as Single Touch Payroll Phase 2 reports it. Omitted: the whole gross as gross.',
  ),
  etps: optional(
    Type.Array(
      closed({
        pay_date: CivilDateText,
        etp_code: words(ETP_CODES),
        taxable_component: maybe(Amount, 'Default 0.'),
        tax_free_component: maybe(Amount, 'Default 0.'),
        tax_withheld: maybe(Amount, 'Default 0.'),
        lump_sum_d: maybe(Amount, 'Default 0.'),
      }),
      {
        maxItems: 20,
        description:
          'AU: employment termination payments of the income year, and earlier ones of the same termination, which count towards the caps.',
      },
    ),
  ),
  last_full_pay: maybe(
    closed(PERIOD),
    'The last pay of a whole period, for bonuses and terminations, where pay_history is not given.',
  ),
  pay_history: optional(
    Type.Array(OpeningPeriodInput, {
      maxItems: 200,
      description:
        'The earlier pay periods, ideally those of the last 52 weeks (NZ) or of the income year (AU). Their amounts are part of year_to_date, not added to it.',
    }),
  ),
}

const EXAMPLE = {
  as_at: '2025-09-28',
  previous_payroll_id: 'MIA01',
  leave_balances: { holiday_hours: 62.5, sick_hours: 40 },
  year_to_date: { gross: 19760, tax: 3705, super: 2371.2, super_earnings: 19760 },
  pay_history: [{ period_end_date: '2025-09-28', gross: 1520, tax: 285, hours: 38 }],
}

export const OpeningBalancesInput = component('OpeningBalancesInput', closed(FIELDS, { examples: [EXAMPLE] }))
export type OpeningBalancesInput = Static<typeof OpeningBalancesInput>

/** One employee of a batch, by id or by number. */
export const OpeningBalancesItem = component(
  'OpeningBalancesItem',
  closed(
    {
      employee_id: optional(Type.Integer()),
      employee_number: optional(Type.String({ maxLength: 60 })),
      ...FIELDS,
    },
    { examples: [{ employee_id: 12, ...EXAMPLE }] },
  ),
)
export type OpeningBalancesItem = Static<typeof OpeningBalancesItem>

/** The read model: the writable figures and the values derived from them. Amounts are numbers. */
export const OpeningBalances = component(
  'OpeningBalances',
  closed(
    readBeside(
      {
        employee_id: Type.Integer(),
        employee_number: nullable(Type.String()),
        ...FIELDS,
        updated_at: Timestamp,
        affected_pays: optional(AffectedPays),
        warnings: optional(
          Type.Array(Type.String(), {
            description: 'Missing figures, and the results that cannot be exact without them.',
          }),
        ),
      },
      OpeningBalancesInput,
    ),
  ),
)
export type OpeningBalances = Static<typeof OpeningBalances>
