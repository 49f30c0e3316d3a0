import { createHash, randomBytes } from 'node:crypto'

const GOOD_MS = 10 * 60_000

/** Remembers previews: what was shown may be carried out once, within ten minutes, with exactly the same arguments. */
export function createConfirmations(now: () => number = Date.now) {
  const given = new Map<string, { fingerprint: string; until: number }>()
  return {
    give(work: string, args: unknown): string {
      for (const [token, { until }] of given) if (until <= now()) given.delete(token)
      const token = randomBytes(16).toString('base64url')
      given.set(token, { fingerprint: fingerprintOf(work, args), until: now() + GOOD_MS })
      return token
    },
    /** Uses a confirmation up; the sentence says why it does not hold, null: it does. */
    take(work: string, args: unknown, token: string | undefined): string | null {
      const known = token === undefined ? undefined : given.get(token)
      if (!known || known.until <= now())
        return `Call preview_${work} with these arguments, show the result to the person, and send the confirmation it gave you.`
      if (known.fingerprint !== fingerprintOf(work, args))
        return 'This differs from what was previewed. Preview it again.'
      given.delete(token as string)
      return null
    },
  }
}

export type Confirmations = ReturnType<typeof createConfirmations>

function fingerprintOf(work: string, args: unknown): string {
  return createHash('sha256')
    .update(`${work}:${JSON.stringify(sorted(args))}`)
    .digest('base64url')
}

/** The order of members says nothing. */
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
