import type { ReactNode } from 'react'
import { useIsReader } from '../api/hooks.ts'

/** The boxes of a form that changes something: a person who may only read finds them filled in and fixed. */
export function FormFields({ children }: { children: ReactNode }) {
  return (
    <fieldset className="form-fields" disabled={useIsReader()}>
      {children}
    </fieldset>
  )
}
