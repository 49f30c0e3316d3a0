import type { PayCountry } from './types.ts'

/** Columns of figures that a pay shows in every country. */
const EVERYWHERE = [
  'gross',
  'tax',
  'net',
  'super',
  'compulsory_super',
  'resc_super',
  'workers_compensation',
] as const
export type CommonFigure = (typeof EVERYWHERE)[number]

/** Columns of all figures that a pay shows in a country. */
export function shownFigures(country: PayCountry): string[] {
  const names: string[] = [...EVERYWHERE]
  country.viewMembers((name) => names.push(name))
  return names
}
