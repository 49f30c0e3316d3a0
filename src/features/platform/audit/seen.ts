/** Ids as a PostgreSQL multirange. A list of a whole company is a few ranges, not ten thousand numbers. */
export function seenRanges(ids: readonly number[] | undefined): string | null {
  if (!ids || ids.length === 0) return null
  const sorted = [...ids].sort((a, b) => a - b)
  const ranges: [from: number, end: number][] = []
  for (const id of sorted) {
    const last = ranges.at(-1)
    if (last && id <= last[1]) last[1] = Math.max(last[1], id + 1)
    else ranges.push([id, id + 1])
  }
  return `{${ranges.map(([from, end]) => `[${from},${end})`).join(',')}}`
}
