// Removes files that a running service never reads from installed packages (type declarations, source maps, manuals): node
// scripts/slim-modules.mjs node_modules
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NEVER_READ = [/\.d\.[cm]?ts$/, /\.map$/, /\.(md|markdown)$/i, /^tsconfig.*\.json$/]
const NEVER_READ_FOLDERS = new Set(['.yarn', '.github'])
// Builds for bundlers. Node uses another build.
const NEVER_READ_BUILDS = /@opentelemetry[\\/][^\\/]+[\\/]build[\\/](esm|esnext)$/
// A licence must stay with the code it covers.
const KEPT = /licen[cs]e|copying|notice/i

let bytes = 0
for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isDirectory() && (NEVER_READ_FOLDERS.has(entry.name) || NEVER_READ_BUILDS.test(path)))
    rmSync(path, { recursive: true })
  const isUnread = NEVER_READ.some((pattern) => pattern.test(entry.name)) && !KEPT.test(entry.name)
  const size = entry.isFile() && isUnread ? statSync(path, { throwIfNoEntry: false })?.size : undefined
  if (size === undefined) continue
  bytes += size
  rmSync(path)
}
console.log(`Removed ${(bytes / 1e6).toFixed(0)} MB that no running service reads.`)
