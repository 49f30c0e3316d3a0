/** Calls `make` once for each key. The value is cached for as long as the key exists. */
export function memoizeByKey<K extends object, V extends object | string>(
  make: (key: K) => V,
): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}
