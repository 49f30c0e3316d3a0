import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '../api/client.ts'
import type { Pay } from '../api/types.ts'
import { type PayValues, requestOf } from './pay-values.ts'

const TYPING_MS = 350

/** The service's preview of the current rows without storing them, requested when typing pauses. */
export function usePreview<T>(
  form: UseFormReturn<PayValues>,
  pay: Pay,
  { method, path }: { method: 'PUT' | 'POST'; path: string },
) {
  const [first] = useState(() => JSON.stringify(requestOf(pay, form.getValues())))
  const [wanted, setWanted] = useState(first)
  const [isTyping, setIsTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer)
        setIsTyping(true)
        timer = setTimeout(() => {
          setWanted(JSON.stringify(requestOf(pay, values)))
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
