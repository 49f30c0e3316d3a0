/** JSON Schema formats by name: each says what is wrong with a text, or null. */
export const FORMAT_CHECKS: Record<string, (text: string) => string | null> = {}
