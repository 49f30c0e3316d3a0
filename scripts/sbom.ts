// npm run sbom [-- file.json]: writes the software bill of materials (CycloneDX JSON).
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { giveUp, userPath } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'

type Bom = {
  metadata?: { component?: { name: string } }
  components?: Component[]
  dependencies?: { ref: string; dependsOn?: string[] }[]
}
type Component = {
  'bom-ref': string
  properties?: { name: string; value: string }[]
  externalReferences?: { type: string; url: string }[]
}

const ROOT = resolve(import.meta.dirname, '..')
const {
  words: [given = 'sbom.cdx.json'],
} = readArguments({ usage: 'npm run sbom -- [file]', words: ['[file]'] })
const target = userPath(given)

try {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
  const bom = JSON.parse(stdout) as Bom
  withoutDevelopment(bom)
  // The download location describes the machine and not the package.
  for (const component of bom.components ?? [])
    component.externalReferences =
      component.externalReferences?.filter(({ type }) => type !== 'distribution') ?? []
  // npm uses the name of the folder.
  if (bom.metadata?.component) bom.metadata.component.name = 'tasman-payroll'
  writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`${bom.components?.length ?? 0} components are listed in ${target}`)
} catch (error) {
  giveUp(error)
}

/** Removes what only development needs. `npm sbom --omit dev` would also drop packages that the service and a tool share. */
function withoutDevelopment(bom: Bom): void {
  const isDevelopment = ({ properties = [] }: Component) =>
    properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
  const dropped = new Set((bom.components ?? []).filter(isDevelopment).map((each) => each['bom-ref']))
  bom.components = bom.components?.filter((each) => !dropped.has(each['bom-ref'])) ?? []
  bom.dependencies = (bom.dependencies ?? [])
    .filter(({ ref }) => !dropped.has(ref))
    .map((each) => ({ ...each, dependsOn: each.dependsOn?.filter((ref) => !dropped.has(ref)) ?? [] }))
}
