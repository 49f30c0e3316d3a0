/** Asserts that a value exists, such as an entry at a known index or key. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A value that must be there is missing.')
  return value
}
