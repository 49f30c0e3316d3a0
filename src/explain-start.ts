import type { Settings } from './settings.ts'

type Failure = Error & { code?: string; syscall?: string; address?: string; hostname?: string }

const DATABASE_FAULTS: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'there is no answer',
  EHOSTUNREACH: 'the host cannot be reached',
  '28P01': 'the user name or password is wrong',
  '28000': 'the server refuses this user',
  '3D000': 'the server has no such database',
  '42501': 'the user may not create tables there',
  '53300': 'the server has no connection left',
}

/** One clear line for a start that the operator can mend; undefined for a fault of our own, which keeps its stack. */
export function explainStart(
  error: Failure,
  settings: Pick<Settings, 'host' | 'port' | 'databaseUrl'>,
): string | undefined {
  const code = error.code ?? ''
  const isListening = error.syscall === 'listen' || error.hostname === settings.host
  if (isListening) {
    if (code === 'EADDRINUSE')
      return `Port ${settings.port} of ${settings.host} is in use: stop the process that holds it, or set PORT to another one.`
    if (code === 'EACCES')
      return `Port ${settings.port} may not be used by this user: set PORT to one above 1023.`
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return `HOST=${settings.host} is no address of this machine.`
  }
  const fault =
    DATABASE_FAULTS[code] ?? (error.message.includes('timeout') ? 'there is no answer' : undefined)
  if (settings.databaseUrl === '' || !fault) return undefined
  const { host, pathname } = new URL(settings.databaseUrl)
  return `The database of DATABASE_URL (${host}${pathname}) cannot be used: ${fault}.`
}
