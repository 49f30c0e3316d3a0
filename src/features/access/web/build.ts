import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file of the built web app, ready to send. */
export type BuiltFile = {
  type: string
  plain: Buffer
  gzip: Buffer
  /** A tenth to a fifth smaller than gzip. Compressed during the build, because compressing takes long. */
  brotli: Buffer | undefined
  tag: string
}

const FOLDER = join(import.meta.dirname, '../../../../dist/web')
const SHELL = 'index.html'
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Reads the built web app into memory, and reads it again after a new build. Only file names found in the
 * folder are served, so no path can leave it.
 */
export function createBuildReader(folder = FOLDER) {
  let files = new Map<string, BuiltFile>()
  let builtMs = 0
  const refresh = () => {
    const { mtimeMs } = statSync(join(folder, SHELL), { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
    // During a new build the folder is briefly missing. The files already in memory are served meanwhile.
    if (mtimeMs === builtMs || mtimeMs === 0) return
    files = readFolder(folder)
    builtMs = mtimeMs
  }
  return {
    /** The app's HTML page. Undefined when the app was not built. */
    shell(): BuiltFile | undefined {
      refresh()
      return files.get(SHELL)
    },
    asset(name: string): BuiltFile | undefined {
      if (!files.has(name)) refresh()
      return name === SHELL ? undefined : files.get(name)
    },
  }
}

function readFolder(folder: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>()
  for (const name of readdirSync(folder)) {
    const type = TYPES[extname(name)]
    if (!type) continue
    const plain = readFileSync(join(folder, name))
    const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    const small = join(folder, `${name}.br`)
    const brotli = existsSync(small) ? readFileSync(small) : undefined
    files.set(name, { type, plain, gzip: gzipSync(plain, { level: 9 }), brotli, tag })
  }
  return files
}
