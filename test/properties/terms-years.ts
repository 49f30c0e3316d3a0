import fc from 'fast-check'

/* Random years of one employee: dated changes of terms and weekly or fortnightly pays, and an order in which they are entered. */

export type Country = 'AU' | 'NZ'
/** A change of terms, and perhaps of the amount of a standing item. */
export type Change = { set: Record<string, unknown>; item?: ItemChange | null; day: number }
/** The number of the item among those of the person, and which of its other amounts it gets. */
type ItemChange = { item: number; amount: number }
export type Pay = {
  week: number
  hours: number
  isDated: boolean
  overtime: number
  leave: number
  leaveType: number
  extra: number
}
export type Year = {
  country: Country
  startDate: string
  /** The number of standing items from the start: the first of `ITEMS`. */
  items: number
  changes: Change[]
  /** The day of a further standing item. */
  itemFrom: number | null
  /** The first week of fortnightly pays. */
  fortnightsFrom: number | null
  pays: Pay[]
  order: number[]
  /** A change that is entered and cancelled when the order is random, after these numbers of other entries. */
  cancelled: { change: Change; entered: number; cancelled: number } | null
  /** Recalculates the listed pays after each entry. Otherwise after the last one. */
  isRecalculatedAtOnce: boolean
}
export type Entry =
  | { kind: 'change'; at: number; change: Change; isCancelled?: true }
  | { kind: 'cancel'; at: number }
  | { kind: 'pay'; at: number; pay: Pay }
  | { kind: 'frequency'; at: number; week: number }
  | { kind: 'item'; at: number }

type Item = { path: string; body: Record<string, unknown>; amounts: readonly string[] }
const CLUB: Item = {
  path: 'deductions',
  body: { description: 'Social club', amount: '12.00', classification: 'NORMAL', auto_apply_to_pay: true },
  amounts: ['17.50', '9.90'],
}
const PHONE: Item = {
  path: 'allowances',
  body: { description: 'Phone', amount: '7.00', auto_apply_to_pay: true },
  amounts: ['11.00', '4.35'],
}
const SHARE: Item = {
  path: 'deductions',
  body: {
    description: 'Share plan',
    amount: '0.02',
    amount_type: 'PERCENT_OF_GROSS',
    classification: 'NORMAL',
    auto_apply_to_pay: true,
  },
  amounts: ['0.035', '0.01'],
}
const SACRIFICE: Item = {
  path: 'pay-sacrifices',
  body: { description: 'Super', amount: '25.00', auto_apply_to_pay: true },
  amounts: ['40.00', '10.00'],
}
/** The standing items of a person, in the order in which they are added. */
export const ITEMS: Record<Country, readonly Item[]> = {
  AU: [CLUB, { ...PHONE, body: { ...PHONE.body, allowance_category: 'TD' } }, SACRIFICE],
  NZ: [CLUB, PHONE, SHARE],
}
/** The item that begins on its own day. */
export const LATER_ITEM: Item = {
  path: 'deductions',
  body: { description: 'Car park', amount: '6.00', classification: 'NORMAL', auto_apply_to_pay: true },
  amounts: [],
}

const FIRST_FRIDAY = Date.UTC(2026, 6, 3)
export const WEEKS = 16
export const dayOf = (offset: number) =>
  new Date(FIRST_FRIDAY + offset * 86_400_000).toISOString().slice(0, 10)

const one = (field: string, ...values: unknown[]) => fc.constantFrom(...values).map((to) => ({ [field]: to }))
const flag = (field: string) => one(field, true, false)
const SHARED = [
  one('pay_rate_per_hour', '28.50', '33.33', '47.10', '61.00'),
  one('annual_salary', '64000', '91500'),
  one('standard_hours_per_day', '6', '7.6', '8'),
  one('standard_days_per_week', 3, 4, 5),
  one('employment_status', 'Full-time', 'Part-time', 'Casual'),
  one('num_sick_leave_days_per_year', 10, 15),
  flag('is_leave_enabled'),
]
const CHANGES = {
  AU: fc.oneof(
    ...SHARED,
    flag('has_claimed_tax_free_threshold'),
    flag('has_stsl_liability'),
    fc.constantFrom(
      { is_foreign_resident: true, has_claimed_tax_free_threshold: false },
      { is_foreign_resident: false },
    ),
    fc.constantFrom(
      { is_foreign_resident: true, has_claimed_tax_free_threshold: false, has_stsl_liability: true },
      { is_foreign_resident: false, has_claimed_tax_free_threshold: true },
    ),
    // Withdrawn, given, and requested. Numbers are entered out of order too.
    one('tax_file_number', '000000000', '123456782', '111111111'),
    one('tax_file_number', '000000000', '123456782'),
    flag('is_closely_held'),
    flag('working_holiday_tax_scale_applies'),
    one('medicare_levy_exemption', 'NONE', 'HALF', 'FULL'),
    one('medicare_levy_surcharge', 'NONE', 'TIER_1'),
    one('annual_tax_offset', null, '1173'),
    one('extra_withholding_amount', null, '25'),
    one('super_rate', '0.12', '0.13', '0.155'),
    flag('is_super_enabled'),
    one('super_based_on', 'OTE', 'GROSS'),
    one('state', 'NSW', 'VIC', 'QLD'),
    one('accrue_holiday_leave_per_hour', '0.0769', '0.1'),
    flag('accrue_leave_on_overtime_hours'),
    fc.constantFrom(
      { accrue_leave_on_hours_worked: false, num_holiday_leave_days_per_year: 20 },
      { accrue_leave_on_hours_worked: true },
    ),
    flag('is_lsl_enabled'),
    one('leave_loading_percentage', '0', '0.175'),
    flag('include_leave_loading_in_super'),
  ),
  NZ: fc.oneof(
    ...SHARED,
    one('nz_tax_code', 'M', 'S', 'SH', 'ME'),
    flag('has_student_loan'),
    // No declaration was made, and one was.
    fc.constantFrom(
      { no_declaration: true },
      { no_declaration: false, nz_tax_code: 'M', ird_number: '49091850' },
      { no_declaration: false, nz_tax_code: 'S', ird_number: '49091850' },
    ),
    one('kiwisaver_employee_rate', '0.035', '0.06', '0.1'),
    one('kiwisaver_employer_rate', '0.035', '0.05'),
    one('kiwisaver_status_code', 'AE', 'NK', 'CT'),
    one('esct_rate', '0.105', '0.175', '0.3'),
    one('nz_workplace_region', 'HOME_ADDRESS', 'WELLINGTON', 'SOUTH_CANTERBURY'),
    one('nz_work_pattern', null, 'MO 8,TU 8,WE 8,TH 8,FR 4', 'MO 7.5,TU 7.5,WE 7.5'),
    one('nz_elected_extra_pay_rate', null, '0.33'),
    fc.constantFrom(
      {
        is_holiday_pay_paid_with_wages: true,
        nz_holiday_pay_reason: 'IRREGULAR',
        nz_holiday_pay_agreed_on: '2025-03-01',
      },
      { is_holiday_pay_paid_with_wages: false },
    ),
    flag('is_unpaid_leave_counted_as_service'),
  ),
}

/** Terms that set each other. Of two changes on one day the one entered last applies, which no order can undo. */
const TOGETHER = [
  ['pay_rate_per_hour', 'annual_salary', 'standard_hours_per_day', 'standard_days_per_week'],
  ['employment_status', 'is_leave_enabled', 'is_lsl_enabled', 'accrue_leave_on_hours_worked', 'state'],
  ['employment_status', 'accrue_holiday_leave_per_hour', 'num_sick_leave_days_per_year'],
  ['nz_tax_code', 'has_student_loan', 'no_declaration'],
]
function isOneDay(a: Change, b: Change): boolean {
  if (a.day !== b.day) return false
  const [ours, theirs] = [Object.keys(a.set), Object.keys(b.set)]
  const isSet = (names: readonly string[]) => (name: string) => names.includes(name)
  if (a.item && b.item && a.item.item === b.item.item) return true
  return (
    ours.some(isSet(theirs)) || TOGETHER.some((each) => ours.some(isSet(each)) && theirs.some(isSet(each)))
  )
}

/** In one year out of four, each call for an item is made for one person alone. */
const rarely = <T>(own: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: own })

/**
 * A change of tax numbers cannot be cancelled, because the earlier number is not stored. Other changes may depend on
 * the declaration.
 */
const STAYS = ['tax_file_number', 'no_declaration', 'is_foreign_resident', 'nz_tax_code']
const cancellable = ({ set }: Pick<Change, 'set'>) => !STAYS.some((name) => name in set)

const pay: fc.Arbitrary<Pay> = fc.record({
  week: fc.nat(WEEKS - 1),
  hours: fc.integer({ min: 5, max: 38 }),
  isDated: fc.nat(4).map((value) => value === 0),
  overtime: fc.constantFrom(0, 0, 3),
  leave: fc.constantFrom(0, 0, 8, 24),
  leaveType: fc.nat(5),
  extra: fc.nat(11),
})

export const yearOf = (country: Country): fc.Arbitrary<Year> =>
  fc.record({
    country: fc.constant(country),
    startDate: fc.constantFrom('2025-03-03', '2025-08-11', '2026-06-29'),
    items: fc.constantFrom(0, 0, 0, 1, 2, 3),
    changes: fc.uniqueArray(
      fc.record({
        set: CHANGES[country],
        item: rarely(fc.record({ item: fc.nat(2), amount: fc.nat(1) })),
        day: fc.nat(WEEKS * 7),
      }),
      { minLength: 1, maxLength: 6, comparator: isOneDay },
    ),
    itemFrom: rarely(fc.nat(WEEKS * 7)),
    fortnightsFrom: fc.option(fc.integer({ min: 2, max: WEEKS - 2 }), { freq: 7 }),
    pays: fc.uniqueArray(pay, { minLength: 2, maxLength: 6, selector: ({ week }) => week }),
    order: fc.array(fc.nat(1000), { minLength: 15, maxLength: 15 }),
    cancelled: rarely(
      fc.record({
        change: fc.record({ set: CHANGES[country], day: fc.nat(WEEKS * 7) }).filter(cancellable),
        entered: fc.nat(8),
        cancelled: fc.nat(8),
      }),
    ),
    isRecalculatedAtOnce: fc.boolean(),
  })

/** The `extra` of a pay with back pay. One in a year: method B(i) may need the pay of another. */
const BACK_PAY = 2
const isFortnightly = ({ fortnightsFrom }: Year, week: number) =>
  fortnightsFrom !== null && week >= fortnightsFrom

export function entriesOf(year: Year): Entry[] {
  const backPaid = year.pays.findIndex(({ extra }) => extra === BACK_PAY)
  const own = year.pays.map((each, index) =>
    each.extra === BACK_PAY && index !== backPaid ? { ...each, extra: BACK_PAY + 2 } : each,
  )
  const pays = own.filter(
    ({ week }) => !isFortnightly(year, week) || (week - (year.fortnightsFrom ?? 0)) % 2 === 0,
  )
  return [
    ...year.changes.map((change): Entry => ({ kind: 'change', at: change.day, change })),
    ...pays.map((each): Entry => ({ kind: 'pay', at: each.week * 7 + 0.5, pay: each })),
    ...(year.fortnightsFrom === null
      ? []
      : [{ kind: 'frequency', at: year.fortnightsFrom * 7 - 4, week: year.fortnightsFrom } as const]),
    ...(year.itemFrom === null ? [] : [{ kind: 'item', at: year.itemFrom } as const]),
  ]
}

/** The terms of a period are those of its end, so changes up to the end of the week or fortnight come first. */
export function inOrder(entries: readonly Entry[], year: Year): Entry[] {
  const place = (entry: Entry) => {
    if (entry.kind !== 'pay') return entry.at - 3
    return entry.at + (isFortnightly(year, entry.pay.week) ? 7 : 0)
  }
  return entries.toSorted((a, b) => place(a) - place(b))
}

const hasBackPay = (entry: Entry) => entry.kind === 'pay' && entry.pay.extra === BACK_PAY

/** Any order, but a period cannot change once it is paid, so the frequency comes before the pays it decides. */
export function inAnyOrder(entries: readonly Entry[], year: Year): Entry[] {
  const shuffled = entries
    .map((entry, index) => ({ entry, place: year.order[index % year.order.length] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry)
    // Method B(i) needs the pays of its span, and is refused without them.
    .toSorted((a, b) => Number(hasBackPay(a)) - Number(hasBackPay(b)))
  return withCancelled(withFrequency(shuffled, year), year)
}

function withFrequency(shuffled: readonly Entry[], year: Year): readonly Entry[] {
  const frequency = shuffled.find(({ kind }) => kind === 'frequency')
  if (!frequency) return shuffled
  const rest = shuffled.filter((entry) => entry !== frequency)
  const first = rest.findIndex((entry) => entry.kind === 'pay' && isFortnightly(year, entry.pay.week))
  const place = Math.min(shuffled.indexOf(frequency), first < 0 ? rest.length : first)
  return rest.toSpliced(place, 0, frequency)
}

/** Adds a change that is entered and cancelled, which leaves everything else as it is. */
function withCancelled(entries: readonly Entry[], { cancelled: own }: Year): Entry[] {
  if (!own) return [...entries]
  const { change, entered, cancelled } = own
  const at = change.day
  const first = Math.min(entered, entries.length)
  const end = Math.min(first + cancelled, entries.length)
  return entries
    .toSpliced(end, 0, { kind: 'cancel', at })
    .toSpliced(first, 0, { kind: 'change', at, change, isCancelled: true })
}

const LEAVE = {
  AU: ['HOLIDAY', 'SICK', 'UNPAID', 'HOLIDAY', 'LONG_SERVICE', 'COMPASSIONATE'],
  NZ: ['SICK', 'ANNUAL_HOLIDAYS', 'UNPAID', 'NZ_BEREAVEMENT', 'PAID_PUBLIC_HOLIDAY', 'SICK'],
}

/** The rows of a pay. */
export function rowsOf({ country }: Year, { week, hours, isDated, overtime, leave, leaveType, extra }: Pay) {
  const day = dayOf(week * 7 - 3)
  const ordinary = {
    description: 'Ordinary hours',
    units: 'hours',
    value: hours,
    ...(isDated ? { date: dayOf(week * 7 - 2) } : {}),
  }
  const bonus = {
    description: 'Bonus',
    amount: '350.00',
    ...(country === 'AU' ? { tax_method: extra === 0 ? 'METHOD_A_WHOLE_YEAR' : 'METHOD_B2' } : {}),
  }
  const back = {
    description: 'Back pay',
    amount: '120.00',
    stp_category: 'GROSS',
    ...(country === 'AU'
      ? { tax_method: 'METHOD_B1', start_date: dayOf(0), end_date: dayOf(Math.max(1, week * 7 - 10)) }
      : {}),
  }
  return {
    hours: [
      ordinary,
      ...(overtime
        ? [{ description: 'Overtime', units: 'hours', value: overtime, multiplier: 1.5, is_overtime: true }]
        : []),
    ],
    ...(leave
      ? { leave: [{ description: 'Leave', leave_type: LEAVE[country][leaveType], date: day, hours: leave }] }
      : {}),
    ...(extra <= 1 ? { bonuses: [bonus] } : {}),
    ...(extra === BACK_PAY ? { back_payments: [back] } : {}),
    ...(extra === 3
      ? {
          allowances: [
            {
              description: 'Tools',
              amount: '15.00',
              units: '1',
              ...(country === 'AU' ? { allowance_category: 'TD' } : {}),
            },
          ],
        }
      : {}),
  }
}
