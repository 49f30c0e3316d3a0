import type { SchemaValues } from '../parts/schema-values.ts'

export const isWithoutLeave = ({ employment_status: status }: Partial<SchemaValues>) =>
  status === 'Casual' || status === 'Labour Hire'

/** The tick as shown, where the employment status would change it without one in the request. */
export function longServiceTick(start: SchemaValues, values: SchemaValues): { is_lsl_enabled?: boolean } {
  if (isWithoutLeave(start) === isWithoutLeave(values)) return {}
  return { is_lsl_enabled: values.is_lsl_enabled === true }
}
