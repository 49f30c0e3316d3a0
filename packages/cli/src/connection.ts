import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, createOAuth, refreshingTokens, type TasmanClient } from '@tasman/client'
import type { Io } from './io.ts'
import { type Profile, readProfile, removeProfile, writeProfile } from './profiles.ts'
import {
  type Asked,
  type Chosen,
  chooseLogin,
  chooseServer,
  isSameServer,
  LOCAL,
  serverOf,
} from './server.ts'
import { endingAtApprovals } from './waiting.ts'

export { chooseAddress } from './server.ts'
export type LoginOptions = Asked & { clientId: string; clientSecret: string; scope: string }

/** A client for the chosen server, with the credentials for that server. */
export function connect(note: (line: string) => void, asked: Asked = {}): TasmanClient {
  return clientOf(chooseServer(asked), note)
}

function clientOf({ baseUrl, access }: Chosen, note: (line: string) => void): TasmanClient {
  const onRetry = ({ waitMs, status }: { waitMs: number; status: number }) =>
    note(
      `${status ? `The service returned ${status}` : 'No response'}; retrying in ${Math.ceil(waitMs / 1000)} s.`,
    )
  const token = 'token' in access ? access.token : keptTokens(access.profile)
  return endingAtApprovals(createClient({ baseUrl, token, retry: { onRetry } }))
}

/** Stores refreshed tokens in their profile. */
function keptTokens({ name, connection }: Profile) {
  const store = (tokens: typeof connection.tokens) =>
    writeProfile({ name, connection: { ...connection, tokens } })
  return refreshingTokens(createOAuth(connection), connection.tokens, store)
}

/** Opens the browser, waits for the callback on the loopback address, and stores the tokens. */
export async function login(
  io: Io,
  { clientId, clientSecret, scope, ...asked }: LoginOptions,
): Promise<TasmanClient> {
  const { url, profile: name } = chooseLogin(asked)
  const before = readProfile(name)?.connection.baseUrl
  if (before && url && !isSameServer(before, url))
    throw new Error(
      `The ${name} profile is signed in at ${serverOf(before)}. To keep both, name the new one: tasman login --profile <name> --url ${url}. To replace it, run \`tasman logout --profile ${name}\` first.`,
    )
  const baseUrl = url ?? before ?? LOCAL
  await requireService(baseUrl)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
    const secret = clientSecret ? { clientSecret } : {}
    const oauth = createOAuth({ baseUrl, clientId, ...secret, redirectUri, scope })
    const started = await oauth.start()
    io.note('Approve the access in your browser. If it does not open, go to')
    io.out(started.url)
    openBrowser(started.url)
    const [request, response] = await once(server, 'request', { signal: io.stopped })
    const callback = `${redirectUri}${String(request.url).replace('/callback', '')}`
    response.end('You can close this window and go back to the terminal.')
    const tokens = await oauth.finish(callback, started)
    const profile = { name, connection: { baseUrl, clientId, ...secret, redirectUri, tokens } }
    writeProfile(profile)
    return clientOf({ baseUrl, access: { profile } }, io.note)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Without this, a wrong address shows as a browser page that does not load, and the command waits for ever. */
async function requireService(baseUrl: string): Promise<void> {
  const live = await fetch(`${baseUrl}/api/health/live`, { signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  )
  if (!live?.ok) throw new Error(`No Tasman service responds at ${baseUrl}.`)
}

/** Revokes a login at its server and removes it from this machine. */
export async function logout(asked: Asked): Promise<void> {
  const { url, profile: name } = chooseLogin(asked)
  const profile = readProfile(name)
  if (!profile) throw new Error(`There is no login to end in the ${name} profile.`)
  const { connection } = profile
  if (url && !isSameServer(url, connection.baseUrl))
    throw new Error(
      `The ${name} profile is signed in at ${serverOf(connection.baseUrl)}, not at ${url}: name the profile with --profile (see \`tasman profiles\`).`,
    )
  await createOAuth(connection).revoke(connection.tokens.refresh_token)
  removeProfile(name)
}

function openBrowser(url: string): void {
  if (process.env.TASMAN_BROWSER === 'none') return
  const opener =
    process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open'
  execFile(opener, [url]).on('error', () => {})
}
