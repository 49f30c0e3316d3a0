import { createHash, randomInt } from 'node:crypto'

const GOOD_MS = 10 * 60_000
/** Limits guesses of a six-digit code. */
const TRIES = 3

type Given = { code: string; until: number; tries: number }

/**
 * Codes that confirm previewed work. Each code works once, within ten minutes, for exactly these arguments. The person sees the
 * code and the model never does.
 */
export function createConfirmations(now: () => number = Date.now) {
  const given = new Map<string, Given>()
  return {
    give(work: string, args: unknown, caller = ''): string {
      for (const [key, { until }] of given) if (until <= now()) given.delete(key)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      given.set(fingerprintOf(work, args, caller), { code, until: now() + GOOD_MS, tries: TRIES })
      return code
    },
    /** Uses up a code. Returns the reason if it is refused, or null if it is right. */
    take(work: string, args: unknown, code: string | undefined, caller = ''): string | null {
      const key = fingerprintOf(work, args, caller)
      const known = given.get(key)
      if (!known || known.until <= now())
        return `Call preview_${work} with exactly these arguments first, show the result to the person, and ask them for the code.`
      if (known.code !== code?.trim()) {
        known.tries -= 1
        if (known.tries <= 0) given.delete(key)
        return 'The code is missing or wrong. Only the person sees it: ask them.'
      }
      given.delete(key)
      return null
    },
  }
}

export type Confirmations = ReturnType<typeof createConfirmations>

function fingerprintOf(work: string, args: unknown, caller: string): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, work, sorted(args)]))
    .digest('base64url')
}

/** Sorts members, because their order has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [name, sorted(item)] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  )
}
