import type { SchemaValues } from '../parts/schema-values.ts'

export const isWithoutLeave = ({ employment_status: status }: Partial<SchemaValues>) =>
  status === 'Casual' || status === 'Labour Hire'

/**
 * The checkbox as shown, to send when the status changes: if a request omits it, the service sets it by the
 * new status.
 */
export function longServiceTick(start: SchemaValues, values: SchemaValues): { is_lsl_enabled?: boolean } {
  if (isWithoutLeave(start) === isWithoutLeave(values)) return {}
  return { is_lsl_enabled: values.is_lsl_enabled === true }
}
