import type { Service } from '../../service.ts'

const AT_ONCE = 8

/**
 * Which of these fund identifiers the registry knows not to exist. Each is asked once; a registry that cannot answer
 * lets the rest through, so that an outage never stands in the way of hiring.
 */
export async function findUnknownFunds(
  { ports }: Pick<Service, 'ports'>,
  usis: Iterable<unknown>,
): Promise<Set<string>> {
  const waiting = [...new Set(usis)].filter((usi): usi is string => typeof usi === 'string')
  const unknown = new Set<string>()
  let isDown = false
  const ask = async () => {
    for (let usi = waiting.pop(); usi !== undefined && !isDown; usi = waiting.pop()) {
      const answer = await ports.fundRegistry.look(usi)
      if (answer === 'unknown') unknown.add(usi)
      if (answer === 'unavailable') isDown = true
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return unknown
}

/** The sentence for a fund that does not exist. */
export const unknownFund = (usi: string) => `No super fund has the USI ${usi}.`
