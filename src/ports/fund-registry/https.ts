import type { FastifyBaseLogger } from 'fastify'
import { fetch } from 'undici'
import type { FundRegistry } from './port.ts'

const WAIT_MS = 3000

/** Asks a registry over HTTPS: `GET {url}/usi/{usi}`, 200 for a fund it knows and 404 for one that does not exist. */
export function createHttpsFundRegistry(url: string, log: FastifyBaseLogger): FundRegistry {
  return {
    async look(usi) {
      try {
        const response = await fetch(`${url}/usi/${encodeURIComponent(usi)}`, {
          signal: AbortSignal.timeout(WAIT_MS),
          redirect: 'error',
        })
        await response.body?.cancel()
        if (response.status === 404) return 'unknown'
        return response.ok ? 'known' : 'unavailable'
      } catch (error) {
        log.warn({ err: error }, 'the fund registry cannot be asked')
        return 'unavailable'
      }
    },
  }
}
