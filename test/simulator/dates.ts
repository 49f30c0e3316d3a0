const DAY_MS = 86_400_000

/** Calendar days as text, `2025-03-31`, calculated in UTC. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** 0 is Sunday. */
export const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

export const lastOfMonth = (date: string): string => {
  const day = new Date(`${date}T00:00:00Z`)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
}

/** The income year that a payment falls in: it ends on 30 June, or on 31 March. */
export const incomeYear = (date: string, isNz: boolean): number =>
  Number(date.slice(0, 4)) + (date.slice(5) >= (isNz ? '04-01' : '07-01') ? 1 : 0)

/*
 * The window in which every life starts and ends: from the first day that all tables of both countries cover completely
 * (Schedule 8 of July 2024) to the last day that they cover (New Zealand's tables of March 2027).
 */
export const WINDOW = { from: '2024-07-08', to: '2027-03-31' }
