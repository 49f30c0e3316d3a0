import type { QueryClient } from '@tanstack/react-query'

/** Invalidates all queries whose path starts with one of these. */
export function invalidatePaths(client: QueryClient, ...touches: string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [kind, path] }) =>
      kind === 'api' && touches.some((touch) => String(path).startsWith(touch)),
  })
}
