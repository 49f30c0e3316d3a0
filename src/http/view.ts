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
