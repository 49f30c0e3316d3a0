/* Checks the packages in the lock file for known vulnerabilities, with the registry or a snapshot of an earlier answer. */

/** Versions by package name, in the format of the registry's bulk endpoint. */
export type Packages = Readonly<Record<string, readonly string[]>>
export type Advisory = { package: string; severity: string; title: string; url: string }
/** An answer of the registry, with its date and the packages it covers. */
export type Snapshot = { date: string; packages: Packages; advisories: Advisory[] }

export type Checked = {
  advisories: Advisory[]
  /** The date of the answer, or null when the registry was never reached. */
  date: string | null
  isLive: boolean
  /** Packages that the snapshot does not cover. */
  unchecked: string[]
}

const TIMEOUT_MS = 20_000

type Lock = { packages: Record<string, { version?: string; dev?: boolean; link?: boolean }> }

/** The packages that the lock file installs. Our own workspaces are not in a registry. */
export function packagesOf(lock: Lock, isWithDev: boolean): Packages {
  const found = Object.entries(lock.packages).flatMap(([path, { version, dev, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    const isOurs = !path.includes('node_modules/') || link
    return isOurs || !version || (dev && !isWithDev) ? [] : [{ name, version }]
  })
  return Object.fromEntries(
    [...Map.groupBy(found, ({ name }) => name)].map(([name, own]) => [
      name,
      [...new Set(own.map(({ version }) => version))],
    ]),
  )
}

/** The registry's answer, or undefined when it does not support this endpoint. */
async function askRegistry(registry: string, packages: Packages): Promise<Advisory[] | undefined> {
  const url = `${registry.replace(/\/$/, '')}/-/npm/v1/security/advisories/bulk`
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(packages),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) return undefined
    return readAnswer(await answer.json())
  } catch {
    return undefined
  }
}

function readAnswer(body: unknown): Advisory[] {
  return Object.entries(body as Record<string, Omit<Advisory, 'package'>[]>).flatMap(([name, list]) =>
    list.map(({ severity, title, url }) => ({ package: name, severity, title, url })),
  )
}

/** Asks the registry. Without an answer, uses the snapshot and lists the packages it does not cover. */
export async function checkAdvisories(
  registry: string,
  packages: Packages,
  snapshot: Snapshot | undefined,
  today: string,
): Promise<Checked> {
  const advisories = await askRegistry(registry, packages)
  if (advisories) return { advisories, date: today, isLive: true, unchecked: [] }
  const unchecked = Object.entries(packages).flatMap(([name, versions]) =>
    versions
      .filter((version) => !snapshot?.packages[name]?.includes(version))
      .map((version) => `${name}@${version}`),
  )
  return {
    advisories: snapshot?.advisories.filter((advisory) => advisory.package in packages) ?? [],
    date: snapshot?.date ?? null,
    isLive: false,
    unchecked,
  }
}
