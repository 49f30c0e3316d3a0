import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from './client.ts'

/* Lists that come page by page. They are in a separate module from the other hooks because the first screen needs none. */

const PAGE_ROWS = 100

/**
 * Reads a list page by page. The request for each page sends the last row of the previous page as `cursor`.
 */
export function usePages<T extends { id: number }>(path: string, cursor: 'before' | 'after' = 'before') {
  const start = `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE_ROWS}`
  const pages = useInfiniteQuery({
    queryKey: ['api', start, 'pages'],
    queryFn: ({ pageParam: last }) => call<T[]>('GET', last === null ? start : `${start}&${cursor}=${last}`),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? null : page.at(-1)?.id),
  })
  return {
    rows: pages.data?.pages.flat(),
    error: pages.error,
    /** Reads the next page. Undefined when everything is shown. */
    showMore: pages.hasNextPage ? () => void pages.fetchNextPage() : undefined,
    isReadingMore: pages.isFetchingNextPage,
  }
}

/** Reads all pages of a list with limit and offset. */
export function useAllPages<T>(path: string) {
  return useQuery({
    queryKey: ['api', path],
    queryFn: async () => {
      const rows: T[] = []
      for (;;) {
        const page = await call<T[]>('GET', `${path}?limit=${PAGE_ROWS}&offset=${rows.length}`)
        rows.push(...page)
        if (page.length < PAGE_ROWS) return rows
      }
    },
  })
}
