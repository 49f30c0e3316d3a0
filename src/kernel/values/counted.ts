/** A number with its noun: `1 pay`, `12 pays`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
