import type { ReactNode } from 'react'
import { useIsReader } from '../api/hooks.ts'

/** The inputs of a form that writes. Disabled for users with read-only access. */
export function FormFields({ children }: { children: ReactNode }) {
  return (
    <fieldset className="form-fields" disabled={useIsReader()}>
      {children}
    </fieldset>
  )
}
