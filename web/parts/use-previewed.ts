import { useMutation } from '@tanstack/react-query'

/**
 * A preview of exactly the body that will be sent. Any change invalidates it, so the service only carries out
 * a request that it has previewed.
 */
export function usePreviewed<T>(body: unknown, ask: (body: unknown) => Promise<T>) {
  const now = JSON.stringify(body)
  const asked = useMutation<T, Error, string>({ mutationFn: (text) => ask(JSON.parse(text)) })
  const isCurrent = asked.variables === now
  return {
    look: () => asked.mutateAsync(now),
    data: isCurrent ? asked.data : undefined,
    error: isCurrent ? asked.error : null,
    isPending: asked.isPending,
    /** The values have changed since they were shown. */
    isOutdated: !isCurrent && asked.isSuccess,
  }
}
