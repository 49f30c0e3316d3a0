import { accessSync, constants } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { describe, vi } from 'vitest'

const PLACES = [
  process.env.TASMAN_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The path of a Chromium, or undefined. Browser tests run only where there is one. */
export function findChromium(): string | undefined {
  return PLACES.find((place) => {
    if (!place) return false
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Tests in a browser, where there is one. On a busy machine a browser now and then misses a key or a click, so a failed test is
 * tried once more; the report names every test that needed it.
 */
export const describeInBrowser = (name: string, tests: () => void): void => {
  // Starting the service and paying 300 people takes minutes where several test runs share two cores.
  vi.setConfig({ hookTimeout: 600_000 })
  describe.runIf(findChromium())(name, { timeout: 300_000, retry: 1 }, tests)
}

/** Starts Chromium headless and without background network requests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() as string,
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
