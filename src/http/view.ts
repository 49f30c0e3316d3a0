/** A timestamp in the API's format: UTC, whole seconds, without Z or offset. */
export function timestamp(instant: Date): string
export function timestamp(instant: Date | null): string | null
export function timestamp(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString().slice(0, 19)
}

/** A stored decimal as a JSON number. Amounts become numbers here and nowhere earlier. */
export function amount(text: string): number
export function amount(text: string | null): number | null
export function amount(text: string | null): number | null {
  return text === null ? null : Number(text)
}

/** A person's name as pays and rates show it: "First Last". */
export function formatName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`
}

/** Adds warnings to the response of a write. Without warnings the field is omitted. */
export function saying<T extends object>(view: T, warnings: readonly string[]): T & { warnings?: string[] } {
  return warnings.length > 0 ? { ...view, warnings: [...warnings] } : view
}

/**
 * A warning for each field that is stored differently from how it was sent. Extra spaces do not count, nor
 * does a number sent as text.
 */
export function keptOtherwise(sent: object, kept: object): string[] {
  const stored = new Map(Object.entries(kept))
  return Object.entries(sent).flatMap(([name, value]) => {
    const now = stored.get(name)
    if (value === undefined || !stored.has(name) || isSame(value, now)) return []
    return `${name} was sent as ${shown(value)} and is stored as ${shown(now)}.`
  })
}

const shown = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

function isSame(sent: unknown, kept: unknown): boolean {
  if (sent === kept) return true
  if (typeof sent === 'string' && typeof kept === 'string') return sent.trim() === kept
  const isNumeric = (value: unknown) => typeof value === 'number' || typeof value === 'string'
  if (!isNumeric(sent) || !isNumeric(kept) || String(sent).trim() === '') return false
  return typeof sent !== typeof kept && Number(sent) === Number(kept)
}

/** The number of an employee's draft pays, as in "1 draft pay of the employee is waiting". */
export const draftsWait = (count: number): string =>
  count === 1 ? '1 draft pay of the employee is waiting' : `${count} draft pays of the employee are waiting`

/** Warns that drafts keep their values, whatever changes meanwhile. */
export function draftsKeep(count: number, what: string): string[] {
  if (count === 0) return []
  const drafts = count === 1 ? '1 draft pay keeps' : `${count} draft pays keep`
  return [`${drafts} ${what} as drafted. Rebuild or delete the draft to use the current values.`]
}
