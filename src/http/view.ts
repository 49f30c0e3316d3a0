/** An instant as the API writes it: UTC, whole seconds, with neither Z nor offset. */
export function timestamp(instant: Date): string
export function timestamp(instant: Date | null): string | null
export function timestamp(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString().slice(0, 19)
}

/** A stored decimal as a JSON number; figures become numbers here and nowhere earlier. */
export function amount(text: string): number
export function amount(text: string | null): number | null
export function amount(text: string | null): number | null {
  return text === null ? null : Number(text)
}

/** A person's name as pays and rates show it: "First Last". */
export function formatName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`
}

/** The answer of a write with what it has to say besides; with nothing to say the member is left out. */
export function saying<T extends object>(view: T, warnings: readonly string[]): T & { warnings?: string[] } {
  return warnings.length > 0 ? { ...view, warnings: [...warnings] } : view
}

/** A sentence for each member that is kept otherwise than it was sent; stray spaces are nothing, numbers and their texts the same. */
export function keptOtherwise(sent: object, kept: object): string[] {
  const stored = new Map(Object.entries(kept))
  return Object.entries(sent).flatMap(([name, value]) => {
    const now = stored.get(name)
    if (value === undefined || !stored.has(name) || isSame(value, now)) return []
    return `${name} was sent as ${shown(value)} and is kept as ${shown(now)}.`
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

/** How many drafts of an employee wait: "1 draft pay of the employee waits". */
export const draftsWait = (count: number): string =>
  count === 1 ? '1 draft pay of the employee waits' : `${count} draft pays of the employee wait`

/** Drafts are paid as they were drafted, whatever changes meanwhile. */
export function draftsKeep(count: number, what: string): string[] {
  if (count === 0) return []
  const drafts = count === 1 ? '1 draft pay keeps' : `${count} draft pays keep`
  return [`${drafts} ${what} as drafted. Rebuild or delete the draft to use the current values.`]
}
