/*
 * The closed word lists of New Zealand payroll, each defined once. Types, schemas, sums and the options on screens are derived
 * from them.
 */

/** Codes for a further job, taxed only at the rate of the code. */
export const SECONDARY_CODES = ['SB', 'S', 'SH', 'ST', 'SA'] as const
export type SecondaryCode = (typeof SECONDARY_CODES)[number]

/** The codes that allow a student loan (`M SL`). */
export const LOAN_CODES = ['M', 'ME', ...SECONDARY_CODES] as const

/** The base codes of an IR330 declaration. A student loan is a separate fact, never a suffix. */
export const NZ_TAX_CODES = [...LOAN_CODES, 'CAE', 'EDW', 'NSW', 'STC', 'ND', 'WT'] as const
export type NzTaxCode = (typeof NZ_TAX_CODES)[number]

/** Codes that tax every whole dollar at one rate. */
export const FLAT_CODES = [
  ...SECONDARY_CODES,
  'CAE',
  'EDW',
  'NSW',
  'ND',
] as const satisfies readonly NzTaxCode[]
export type FlatCode = (typeof FLAT_CODES)[number]

export const KIWISAVER_STATUSES = ['AE', 'AK', 'OK', 'NK', 'CT'] as const
export type KiwiSaverStatus = (typeof KIWISAVER_STATUSES)[number]

export const KIWISAVER_ACTIONS = ['NONE', 'CONTINUE', 'OPT_IN', 'SAVINGS_SUSPENSION'] as const
export type KiwiSaverAction = (typeof KIWISAVER_ACTIONS)[number]

/** Whether the employer owes the compulsory contribution (CEC). */
export const CEC_OBLIGATIONS = ['REQUIRED', 'NOT_REQUIRED', 'EXISTING_SCHEME'] as const
export type CecObligation = (typeof CEC_OBLIGATIONS)[number]

export const CONTRIBUTION_TAX_METHODS = ['ESCT', 'PAYE_GROSS', 'PAYE_NET'] as const
export type ContributionTaxMethod = (typeof CONTRIBUTION_TAX_METHODS)[number]

/** Why holiday pay may be paid with the wages (Holidays Act 2003 s 28(1)(a)). */
export const HOLIDAY_PAY_REASONS = ['FIXED_TERM', 'IRREGULAR'] as const
export type HolidayPayReason = (typeof HOLIDAY_PAY_REASONS)[number]

/** The rates of the Minimum Wage Act 1983, and `NONE` for employees it does not cover. */
export const MINIMUM_WAGES = ['ADULT', 'STARTING_OUT', 'TRAINING', 'NONE'] as const
export type MinimumWage = (typeof MINIMUM_WAGES)[number]

/** Inland Revenue's two methods of taxing holiday pay that is paid before its holiday. */
export const HOLIDAYS_IN_ADVANCE = ['SPREAD', 'EXTRA_PAY'] as const
export type HolidaysInAdvance = (typeof HOLIDAYS_IN_ADVANCE)[number]

/** The region whose anniversary day an employee observes. The default is the employee's home address. */
export const WORKPLACE_REGIONS = [
  'HOME_ADDRESS',
  'AUCKLAND',
  'TARANAKI',
  'HAWKES_BAY',
  'WELLINGTON',
  'MARLBOROUGH',
  'NELSON',
  'CANTERBURY',
  'SOUTH_CANTERBURY',
  'WESTLAND',
  'OTAGO',
  'SOUTHLAND',
  'CHATHAM_ISLANDS',
] as const
export type WorkplaceRegion = (typeof WORKPLACE_REGIONS)[number]

/** The provinces and districts with their own anniversary day (Holidays Act 2003 s 44(1)(l)). */
export const ANNIVERSARY_REGIONS = [
  'auckland',
  'taranaki',
  'hawkes_bay',
  'wellington',
  'marlborough',
  'nelson',
  'canterbury',
  'south_canterbury',
  'westland',
  'otago',
  'southland',
  'chatham_islands',
] as const
export type AnniversaryRegion = (typeof ANNIVERSARY_REGIONS)[number]
