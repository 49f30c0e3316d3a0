import { UsageError } from './arguments.ts'
import { DEFAULT_PROFILE, listProfiles, type Profile, readProfile } from './profiles.ts'

/** The server settings from the command line and the environment. */
export type Asked = { url?: string | undefined; profile?: string | undefined }
/** The server to call, and the credentials to use there. */
export type Chosen = { baseUrl: string; access: { token: string } | { profile: Profile } }

export const LOCAL = 'http://127.0.0.1:8080'

/**
 * Chooses the server and its credentials. Credentials of one server are never sent to another: contradicting settings are an
 * error.
 */
export function chooseServer(asked: Asked): Chosen {
  const { url, urlName } = askedUrl(asked)
  const { profile, profileName } = askedProfile(asked)
  const token = process.env.TASMAN_TOKEN
  if (token) {
    if (profile) throw new UsageError(`TASMAN_TOKEN and ${profileName} are both given: drop one of them.`)
    return { baseUrl: serverOfToken(asked, url), access: { token } }
  }
  const found = profile ? named(profile, url, urlName) : url ? atServer(url, urlName) : defaultProfile()
  return { baseUrl: found.connection.baseUrl, access: { profile: found } }
}

/** The profile to sign in to or out of, and the server if one is named. */
export function chooseLogin(asked: Asked): { url: string | undefined; profile: string } {
  return { url: askedUrl(asked).url, profile: askedProfile(asked).profile ?? DEFAULT_PROFILE }
}

/** Only the URL of the server, for callers with their own tokens. */
export function chooseAddress(asked: Asked): string {
  const { url, urlName } = askedUrl(asked)
  const { profile } = askedProfile(asked)
  if (profile) return named(profile, url, urlName).connection.baseUrl
  return url ?? readProfile(DEFAULT_PROFILE)?.connection.baseUrl ?? LOCAL
}

export const isSameServer = (one: string, other: string) => serverOf(one) === serverOf(other)

/** Normalises a server URL, so that URLs can be compared and shown. */
export function serverOf(url: string, name = '--url'): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isWeb = parsed && /^https?:\/\//i.test(url) && parsed.search === '' && parsed.hash === ''
  // The message does not repeat the value, because it may contain a password.
  if (!isWeb)
    throw new UsageError(`${name} must be the URL of a server, for example https://payroll.example.com.`)
  if (parsed.username || parsed.password)
    throw new UsageError(`${name} must not contain a user name or a password: sign in with \`tasman login\`.`)
  return parsed.href.replace(/\/+$/, '')
}

function askedUrl({ url }: Asked) {
  const urlName = url === undefined ? 'TASMAN_URL' : '--url'
  const given = url ?? (process.env.TASMAN_URL || undefined)
  return { url: given === undefined ? undefined : serverOf(given, urlName), urlName }
}

function askedProfile({ profile }: Asked) {
  const profileName = profile === undefined ? 'TASMAN_PROFILE' : '--profile'
  return { profile: profile ?? (process.env.TASMAN_PROFILE || undefined), profileName }
}

/** A token does not show which server issued it, so the user must name the server. */
function serverOfToken({ url: option }: Asked, url: string | undefined): string {
  if (!url)
    throw new UsageError('TASMAN_TOKEN is set: set TASMAN_URL to the server it belongs to, or use --url.')
  const issuer = process.env.TASMAN_URL
  if (option !== undefined && issuer && !isSameServer(option, serverOf(issuer, 'TASMAN_URL')))
    throw new UsageError(
      'TASMAN_TOKEN belongs to the server of TASMAN_URL, and --url names another one: the token is not sent there.',
    )
  return url
}

function named(name: string, url: string | undefined, urlName: string): Profile {
  const profile = readProfile(name)
  if (!profile)
    throw new Error(
      `There is no profile ${name}: run \`tasman login --profile ${name} --url <server>\` first.`,
    )
  const { baseUrl } = profile.connection
  if (url && !isSameServer(url, baseUrl))
    throw new UsageError(
      `Profile ${name} is signed in at ${serverOf(baseUrl)}, and ${urlName} names ${url}: drop one of them.`,
    )
  return profile
}

function atServer(url: string, urlName: string): Profile {
  const profiles = listProfiles()
  const [first, ...others] = profiles.filter(({ connection }) => isSameServer(connection.baseUrl, url))
  if (!first) {
    const name = profiles.some((profile) => profile.name === DEFAULT_PROFILE) ? ' --profile <name>' : ''
    throw new Error(
      `You are not signed in at ${url}, the server of ${urlName}: run \`tasman login${name} --url ${url}\` first.`,
    )
  }
  if (first.name !== DEFAULT_PROFILE && others.length > 0)
    throw new UsageError(
      `Several profiles are signed in at ${url}: choose one with --profile (${[first, ...others].map(({ name }) => name).join(', ')}).`,
    )
  return first
}

function defaultProfile(): Profile {
  const profile = readProfile(DEFAULT_PROFILE)
  if (profile) return profile
  const names = listProfiles().map(({ name }) => name)
  throw new Error(
    names.length === 0
      ? 'You are not signed in: run `tasman login` first.'
      : `There is no default login: choose a profile with --profile (${names.join(', ')}), or run \`tasman login\`.`,
  )
}
