/** A record with a value for each word of a list. */
export function recordOf<W extends string, T>(words: readonly W[], make: (word: W) => T): Record<W, T> {
  return Object.fromEntries(words.map((word) => [word, make(word)])) as Record<W, T>
}

/** The keys of a record, with their type. */
export function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[]
}

/** Whether a string is in the list. */
export function isOneOf<W extends string>(words: readonly W[], text: unknown): text is W {
  return words.some((word) => word === text)
}

/** The words of a list in another order. Omitting one is a compile error. */
export function inOrder<W extends string>(words: Readonly<Record<W, true>>): readonly W[] {
  return keysOf(words)
}

/** An object with a value for each name. The caller derives the names and the type from the same list. */
export function byName<Values>(values: Iterable<readonly [name: string, value: unknown]>): Values {
  return collect(
    values,
    ([name]) => name,
    ([, value]) => value,
  )
}

/** The same, where a list of pairs would be too much work: every line of every pay does this. */
export function collect<Entry, Values>(
  entries: Iterable<Entry>,
  nameOf: (entry: Entry) => string,
  read: (entry: Entry) => unknown,
): Values {
  const values: Record<string, unknown> = {}
  for (const entry of entries) values[nameOf(entry)] = read(entry)
  return values as Values
}
