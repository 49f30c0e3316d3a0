import type { FastifyBaseLogger } from 'fastify'
import { fetch } from 'undici'
import { checkAbn } from '../../identifiers/abn.ts'
import type { FundRegistry, UsiAnswer } from './port.ts'

const WAIT_MS = 3000

/**
 * Queries a registry over HTTPS with `GET {url}/usi/{usi}`. It responds with 200 (with `name` and `abn`) for
 * a known fund and 404 for an unknown one.
 */
export function createHttpsFundRegistry(url: string, log: FastifyBaseLogger): FundRegistry {
  return {
    async look(usi) {
      try {
        const response = await fetch(`${url}/usi/${encodeURIComponent(usi)}`, {
          signal: AbortSignal.timeout(WAIT_MS),
          redirect: 'error',
        })
        const text = await response.text()
        if (response.status === 404) return { answer: 'unknown' }
        return response.ok ? knownFund(text) : { answer: 'unavailable' }
      } catch (error) {
        log.warn({ err: error }, 'the fund registry cannot be reached')
        return { answer: 'unavailable' }
      }
    },
  }
}

/** Uses the name and ABN if they are valid. The fund counts as known without them. */
function knownFund(text: string): UsiAnswer {
  const found = readObject(text)
  const name =
    typeof found.name === 'string' && found.name.trim() !== '' ? found.name.trim().slice(0, 100) : null
  const abn = typeof found.abn === 'string' ? found.abn.replaceAll(' ', '') : ''
  return { answer: 'known', name, abn: checkAbn(abn) === null ? abn : null }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
