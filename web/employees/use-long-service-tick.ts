import { useEffect } from 'react'
import type { SchemaForm } from '../parts/schema-form.tsx'
import { isWithoutLeave } from './long-service-tick.ts'

/**
 * The checkbox for long service leave follows the employment status by the service's rule, so the form never
 * shows another state.
 */
export function useLongServiceTick(form: SchemaForm): void {
  useEffect(() => {
    let before = isWithoutLeave(form.getValues())
    const { unsubscribe } = form.watch((_values, { name }) => {
      if (name !== 'employment_status') return
      const now = isWithoutLeave(form.getValues())
      if (now !== before) form.setValue('is_lsl_enabled', !now, { shouldDirty: true })
      before = now
    })
    return unsubscribe
  }, [form])
}
