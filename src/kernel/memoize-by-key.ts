/** The same for the same: made when it is first asked for, and kept as long as what it is made of. */
export function onceForEach<K extends object, V extends object | string>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}
