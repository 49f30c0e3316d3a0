import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, callOwn, type Method, openCompany, readOwn } from './client.ts'
import { rememberPerson } from './signed-in.ts'
import type { Account, Session } from './types.ts'

/** Whether a retry makes sense: the service was unreachable or busy, or limited the rate. */
function isPassing(error: Error): boolean {
  return !(error instanceof ApiError) || [0, 429, 503].includes(error.status)
}

/** The query cache: fresh for a short time, and refetched when the window gets focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 3 && isPassing(error),
      retryDelay: 1000,
    },
  },
})

/** Reads a path of the public API. `null` reads nothing. */
export function useApi<T>(path: string | null, options: { everyMs?: number | false } = {}) {
  return useQuery({
    queryKey: ['api', path],
    queryFn: () => call<T>('GET', path ?? ''),
    enabled: path !== null,
    refetchInterval: options.everyMs ?? false,
  })
}

export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      const session = await readOwn<Session>('/app/own/session')
      rememberPerson(session)
      return session
    },
    staleTime: 60_000,
  })
}

/** Whether the signed-in person has read-only access. */
export function useIsReader(): boolean {
  return useSession().data?.role === 'reader'
}

/** Makes this company the one that opens next time, through the public redirect helper. */
export function rememberCompany(companyId: number): void {
  queryClient.setQueryData<Session>(['session'], (session) =>
    session ? { ...session, default_company_id: companyId } : session,
  )
  void openCompany(companyId)
}

/** `key` makes the write idempotent. With `version` the write is refused with 412 when the record has changed. */
type Write = { method: Method; path: string; body?: unknown; key?: string; version?: string | undefined }

/** Writes through the public API. Then refetches the queries whose path starts with one of `touches`. */
export function useWrite<T>(...touches: string[]) {
  const client = useQueryClient()
  return useMutation<T, Error, Write>({
    mutationFn: ({ method, path, body, key, version }) => call<T>(method, path, body, key, version),
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [kind, path] }) =>
          kind === 'api' && touches.some((touch) => String(path).startsWith(touch)),
      }),
  })
}

/** The account of the signed-in person: password, second factor, sessions, plan. */
export function useAccount() {
  return useQuery({ queryKey: ['account'], queryFn: () => readOwn<Account>('/app/own/account') })
}

/**
 * Changes the account of the signed-in person, passes the response to `onDone`, and reads the account again.
 */
export function useAccountWrite<T>(onDone?: (answer: T) => void) {
  const client = useQueryClient()
  return useMutation<T, Error, { method: Method; path: string; body?: unknown }>({
    mutationFn: ({ method, path, body }) => callOwn<T>(method, `/app/own/account${path}`, body),
    onSuccess: async (answer) => {
      // Called first, because refetching may remove the form that made the call.
      onDone?.(answer)
      await client.invalidateQueries({ queryKey: ['account'] })
      await client.invalidateQueries({ queryKey: ['session'] })
    },
  })
}
