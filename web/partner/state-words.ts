/** Capitalises a status: `cancelled` as Cancelled. */
export const wordOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
