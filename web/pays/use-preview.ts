import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '../api/client.ts'
import type { Pay } from '../api/types.ts'
import { type PayValues, requestOf } from './pay-values.ts'

const TYPING_MS = 350

/**
 * The service's preview of the current rows without storing them, requested when typing pauses. Values that `when` refuses are
 * not calculated.
 */
export function usePreview<T>(
  form: UseFormReturn<PayValues>,
  pay: Pay,
  { method, path, when }: { method: 'PUT' | 'POST'; path: string; when: (values: PayValues) => boolean },
) {
  const [first] = useState(() => JSON.stringify(requestOf(pay, form.getValues())))
  const [wanted, setWanted] = useState(first)
  const [isTyping, setIsTyping] = useState(false)
  const latest = useRef(when)
  latest.current = when
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer)
        setIsTyping(true)
        timer = setTimeout(() => {
          if (latest.current(values)) setWanted(JSON.stringify(requestOf(pay, values)))
          setIsTyping(false)
        }, TYPING_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [form, pay])
  const isChanged = wanted !== first
  const asked = useQuery({
    queryKey: ['preview', path, wanted],
    queryFn: () => call<T>(method, path, JSON.parse(wanted)),
    enabled: isChanged,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  })
  return {
    answer: isChanged && !asked.error ? asked.data : undefined,
    isChanged,
    /** The response belongs to earlier values. */
    isWorking: isTyping || asked.isFetching,
    error: isChanged ? asked.error : null,
  }
}
