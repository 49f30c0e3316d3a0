export const AU_LEAVE = [
  'HOLIDAY',
  'SICK',
  'LONG_SERVICE',
  'COMPASSIONATE',
  'PAID_PUBLIC_HOLIDAY',
  'PAID_PARENTAL',
  'EMPLOYER_FUNDED_PAID_PARENTAL',
  'WORKERS_COMP',
  'ANCILLARY',
  'OTHER',
  'UNPAID',
]

export const NZ_LEAVE = [
  'ANNUAL_HOLIDAYS',
  'SICK',
  'ALT_HOLIDAY',
  'PAID_PUBLIC_HOLIDAY',
  'NZ_BEREAVEMENT',
  'NZ_FAMILY_VIOLENCE',
  'NZ_ACC_WORKERS_COMP',
  'NZ_JURY_SERVICE',
  'NZ_DEFENCE_FORCE',
  'NZ_EMPLOYMENT_RELATIONS_EDUCATION',
  'NZ_TIME_OFF_TO_VOTE',
  'OTHER',
  'UNPAID',
]

/** The categories of STP, in words. */
export const ALLOWANCE_CATEGORIES: Record<string, string> = {
  AD: 'Award transport (AD)',
  CD: 'Cents per kilometre (CD)',
  KN: 'Task (KN)',
  LD: 'Laundry (LD)',
  MD: 'Overtime meal (MD)',
  OD: 'Other (OD)',
  QN: 'Qualification (QN)',
  RD: 'Travel (RD)',
  TD: 'Tool (TD)',
}

export const DEDUCTION_CLASSES = [
  'NORMAL',
  'UNION_FEES',
  'CHARITY',
  'CHILD_SUPPORT_DEDUCTION',
  'CHILD_SUPPORT_GARNISHEE',
]

export const TAX_METHODS: Record<string, string> = {
  NORMAL_EARNINGS: 'As normal earnings',
  METHOD_A_WHOLE_YEAR: 'Method A, whole year',
  METHOD_A_SPECIFIC_RANGE: 'Method A, a range',
  METHOD_B1: 'Method B(i), a range',
  METHOD_B2: 'Method B(ii), whole year',
  SPREAD_OVER_FINANCIAL_YEAR: 'Spread over the year',
  SPREAD_OVER_SPECIFIC_RANGE: 'Spread over a range',
}

export const RANGE_METHODS = ['METHOD_A_SPECIFIC_RANGE', 'METHOD_B1', 'SPREAD_OVER_SPECIFIC_RANGE']
