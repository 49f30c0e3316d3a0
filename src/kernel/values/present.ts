/** A value that must be there: the row of an index, the entry of a key that was put in before. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A value that must be there is missing.')
  return value
}
