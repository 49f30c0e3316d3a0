import type { SchemaValues } from './schema-form.tsx'

/** Merges what two people made of the same record: a field that only one of them changed is theirs, one that both changed is disputed. */
export function mergeValues(start: SchemaValues, mine: SchemaValues, theirs: SchemaValues) {
  const names = Object.keys(theirs)
  const isMine = (name: string) => name in mine && mine[name] !== start[name]
  const isTheirs = (name: string) => theirs[name] !== start[name]
  return {
    values: Object.fromEntries(names.map((name) => [name, (isMine(name) ? mine : theirs)[name] ?? ''])),
    /** Changed by the other person alone. */
    taken: names.filter((name) => isTheirs(name) && !isMine(name)),
    /** Changed by both, to different values. */
    disputed: names.filter((name) => isTheirs(name) && isMine(name) && mine[name] !== theirs[name]),
  }
}
