import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Pay } from '../api/types.ts'
import { type PayProblems, payProblems, periodOf } from './pay-problems.ts'
import type { PayValues } from './pay-values.ts'

/**
 * The problems that a form of a pay finds itself. They appear when the user leaves an input or saves, and go as soon as the
 * input is right.
 */
export function usePayProblems(form: UseFormReturn<PayValues>, pay: Pay, isCorrection: boolean) {
  const [start] = useState(() => structuredClone(form.getValues()))
  /** The inputs whose problem is shown. */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const find = (values: PayValues) => payProblems(values, start, { period: periodOf(pay), isCorrection })
  const isLeft = (path: string) => form.getFieldState(path as 'note').isTouched
  // Watching renders the form again while a problem is shown, so that it goes when it is solved.
  const found = shown.size > 0 ? find(form.watch()) : {}
  return {
    problems: Object.fromEntries(
      Object.entries(found).flatMap(([path, { text }]) => (shown.has(path) ? [[path, text]] : [])),
    ),
    /** For `onBlur` of the form. */
    look: () => setShown(pathsOf(find(form.getValues()), (path, isEmpty) => !isEmpty || isLeft(path))),
    /** Whether the values can be calculated. An empty input counts as nothing until the user has left it. */
    canPreview: (values: PayValues) => Object.values(find(values)).every(({ isEmpty }) => isEmpty),
    /** Whether the values can be saved. Shows all problems. */
    check: (values: PayValues) => {
      const paths = pathsOf(find(values), () => true)
      setShown(paths)
      return paths.size === 0
    },
  }
}

const pathsOf = (found: PayProblems, isShown: (path: string, isEmpty: boolean) => boolean) =>
  new Set(
    Object.entries(found).flatMap(([path, { isEmpty }]) => (isShown(path, isEmpty ?? false) ? [path] : [])),
  )
