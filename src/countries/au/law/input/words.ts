/* The enumerations of Australian payroll. Types, schemas, sums and form options derive from them. */

export const AU_STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'ACT', 'NT'] as const
export type AuState = (typeof AU_STATES)[number]

export type EmploymentStatus = 'FULL_TIME' | 'PART_TIME' | 'CASUAL' | 'LABOUR_HIRE'

/** The employment basis codes of Single Touch Payroll, with their common names. */
export const STP_EMPLOYMENT_STATUSES = { C: 'Casual', P: 'Part-time', F: 'Full-time' } as const
export type StpEmploymentStatus = keyof typeof STP_EMPLOYMENT_STATUSES

export const SUPER_BASES = ['OTE', 'GROSS'] as const
export type SuperBasis = (typeof SUPER_BASES)[number]

/** The categories that can claim the seniors and pensioners tax offset through withholding (Schedule 9). */
export const SENIORS_CLAIMS = ['SINGLE', 'ILLNESS_SEPARATED', 'COUPLE'] as const
export type SeniorsClaim = (typeof SENIORS_CLAIMS)[number]

/** Tiers of the Medicare levy surcharge. */
export const SURCHARGE_TIERS = ['TIER_1', 'TIER_2', 'TIER_3'] as const
export type SurchargeTier = (typeof SURCHARGE_TIERS)[number]

/** Kinds of payee with a separate withholding schedule or rate. */
export const SPECIAL_TAX_TABLES = [
  'HORTICULTURE_SHEARING',
  'PERFORMING_ARTIST',
  'PROMOTIONAL_ACTIVITY',
  'PALM',
] as const
export type SpecialTaxTable = (typeof SPECIAL_TAX_TABLES)[number]

/** Portable long service leave schemes that charge employers a levy on ordinary pay; `rates/au/portable-long-service` has the rates. */
export const PORTABLE_SCHEMES = [
  'NSW_COMMUNITY_SERVICES',
  'NSW_CONTRACT_CLEANING',
  'VIC_COMMUNITY_SERVICES',
  'VIC_CONTRACT_CLEANING',
  'VIC_SECURITY',
  'QLD_COMMUNITY_SERVICES',
  'QLD_CONTRACT_CLEANING',
  'SA_COMMUNITY_SERVICES',
  'ACT_COMMUNITY_SECTOR',
  'ACT_CONTRACT_CLEANING',
  'ACT_SECURITY',
  'ACT_SERVICES',
  'NT_COMMUNITY_SERVICES',
] as const
export type PortableScheme = (typeof PORTABLE_SCHEMES)[number]

export const MEDICARE_EXEMPTIONS = ['HALF', 'FULL'] as const
export type MedicareExemption = (typeof MEDICARE_EXEMPTIONS)[number]

/** The paid leave codes of Single Touch Payroll, in the order of the pay event. */
export const PAID_LEAVE_TYPES = ['C', 'U', 'P', 'W', 'A', 'O'] as const
export type PaidLeaveType = (typeof PAID_LEAVE_TYPES)[number]

/**
 * The STP Phase 2 income types. Salary (SAW), closely held (CHP), working holiday maker (WHM), PALM scheme (SWP) and labour
 * hire (LAB) follow from the employee's record. The others are set for each payee.
 */
export const INCOME_TYPES = ['SAW', 'CHP', 'IAA', 'WHM', 'SWP', 'FEI', 'JPD', 'VOL', 'LAB', 'OSP'] as const
export type IncomeType = (typeof INCOME_TYPES)[number]

export const TERMINATION_REASONS = [
  'TERMINATION',
  'INVALIDITY',
  'DEATH_DEPENDENT',
  'DEATH_NON_DEPENDENT',
  'DEATH_ESTATE',
  'REDUNDANCY',
] as const
export type TerminationReason = (typeof TERMINATION_REASONS)[number]

/** The codes that an employer may choose. The others follow from the reason. */
export const CHOSEN_CESSATION_CODES = ['V', 'F', 'C', 'T'] as const
export const CESSATION_CODES = ['V', 'I', 'D', 'R', 'F', 'C', 'T'] as const
export type ChosenCessationCode = (typeof CHOSEN_CESSATION_CODES)[number]
export type CessationCode = (typeof CESSATION_CODES)[number]

export const ETP_CODES = ['R', 'O', 'S', 'P', 'D', 'N', 'B', 'T'] as const
export type EtpCode = (typeof ETP_CODES)[number]

export const PAYMENTS_IN_LIEU = ['NOTICE_HOURS', 'NOTICE_LUMP_SUM'] as const
export type PaymentInLieu = (typeof PAYMENTS_IN_LIEU)[number]
