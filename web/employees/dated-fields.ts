/** Changes to these fields apply from a date, because pays before it were right. */
const DATED = new Set([
  'pay_rate_per_hour',
  'annual_salary',
  'employment_status',
  'employment_type',
  'pay_period',
  'standard_hours_per_day',
  'standard_days_per_week',
])

export const isDatedField = (name: string): boolean => DATED.has(name)

/** Whether the form has to ask from which day a change applies. */
export const isDated = (members: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(members).some(isDatedField)
