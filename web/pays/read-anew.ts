import type { QueryClient } from '@tanstack/react-query'

/** Reads again whatever was read from addresses that start like these. */
export function readAnew(client: QueryClient, ...touches: string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [kind, path] }) =>
      kind === 'api' && touches.some((touch) => String(path).startsWith(touch)),
  })
}
