import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createClient, createOAuth, refreshingTokens, type TasmanClient, type Tokens } from '@tasman/client'
import type { Io } from './io.ts'

type Connection = {
  baseUrl: string
  clientId: string
  clientSecret?: string
  redirectUri: string
  tokens: Tokens
}
export type LoginOptions = { url: string; clientId: string; clientSecret: string; scope: string }

const folder = () => process.env.TASMAN_CONFIG ?? join(homedir(), '.config', 'tasman')
const file = () => join(folder(), 'connection.json')

/** The client of the connection that was made with `tasman login`; the tokens it refreshes are kept. */
export function connect(note: (line: string) => void): TasmanClient {
  const connection = read()
  if (!connection) throw new Error('You are not signed in: run `tasman login` first.')
  const oauth = createOAuth(connection)
  const token = refreshingTokens(oauth, connection.tokens, (tokens) => write({ ...connection, tokens }))
  const onRetry = ({ waitMs, status }: { waitMs: number; status: number }) =>
    note(`The service answered ${status || 'nothing'}; trying again in ${Math.ceil(waitMs / 1000)} s.`)
  return createClient({ baseUrl: connection.baseUrl, token, retry: { onRetry } })
}

/** Opens the browser, waits on the loopback address for the way back, and keeps the tokens. */
export async function login(io: Io, { url, clientId, clientSecret, scope }: LoginOptions): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
    const secret = clientSecret ? { clientSecret } : {}
    const oauth = createOAuth({ baseUrl: url, clientId, ...secret, redirectUri, scope })
    const started = await oauth.start()
    io.note('Allow the access in your browser; if it does not open, go to')
    io.out(started.url)
    openBrowser(started.url)
    const [request, response] = await once(server, 'request', { signal: io.stopped })
    const callback = `${redirectUri}${String(request.url).replace('/callback', '')}`
    response.end('You can close this window and go back to the terminal.')
    const tokens = await oauth.finish(callback, started)
    write({ baseUrl: url, clientId, ...secret, redirectUri, tokens })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Ends the connection at the service and forgets it here. */
export async function logout(): Promise<void> {
  const connection = read()
  if (connection) await createOAuth(connection).revoke(connection.tokens.refresh_token)
  rmSync(file(), { force: true })
}

function read(): Connection | undefined {
  try {
    return JSON.parse(readFileSync(file(), 'utf8')) as Connection
  } catch {
    return undefined
  }
}

// Written beside and moved over: a refresh token that was half written would end the connection.
function write(connection: Connection): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  writeFileSync(`${file()}.new`, JSON.stringify(connection), { mode: 0o600 })
  renameSync(`${file()}.new`, file())
}

function openBrowser(url: string): void {
  if (process.env.TASMAN_BROWSER === 'none') return
  const opener =
    process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open'
  execFile(opener, [url]).on('error', () => {})
}
