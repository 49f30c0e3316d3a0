import type { RateText } from '../../../load-rates.ts'

/** A file that differs between two bundles. */
export type BundleChange = { path: string; change: 'added' | 'changed' | 'removed' }

export function compareBundles(before: readonly RateText[], after: readonly RateText[]): BundleChange[] {
  const old = new Map(before.map(({ path, text }) => [path, text]))
  const now = new Map(after.map(({ path, text }) => [path, text]))
  const changes = [
    ...after.flatMap(({ path, text }): BundleChange[] => {
      if (!old.has(path)) return [{ path, change: 'added' }]
      return old.get(path) === text ? [] : [{ path, change: 'changed' }]
    }),
    ...before.flatMap(({ path }): BundleChange[] => (now.has(path) ? [] : [{ path, change: 'removed' }])),
  ]
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}
