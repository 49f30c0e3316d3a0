import { connectionLine } from './database/explain-connection.ts'
import type { Settings } from './settings/index.ts'

type Failure = Error & { code?: string; syscall?: string; address?: string; hostname?: string }

/**
 * Explains in one line a failed start that the operator can fix. Returns undefined for our own bugs, which keep their
 * stack.
 */
export function explainStart(
  error: Failure,
  settings: Pick<Settings, 'host' | 'port' | 'databaseUrl'>,
): string | undefined {
  const code = error.code ?? ''
  const isListening = error.syscall === 'listen' || error.hostname === settings.host
  if (isListening) {
    if (code === 'EADDRINUSE')
      return `Port ${settings.port} of ${settings.host} is in use: stop the process that uses it, or set PORT to another one.`
    if (code === 'EACCES')
      return `Port ${settings.port} may not be used by this user: set PORT to one above 1023.`
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return `HOST=${settings.host} is not an address of this machine.`
  }
  if (settings.databaseUrl === '') return undefined
  return connectionLine(error, 'DATABASE_URL', settings.databaseUrl)
}
