import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'

const FOLDER = join(import.meta.dirname, '../../../../dist/docs')
const HOME = 'index.html'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/**
 * Serves the documentation built by `npm run docs:site`. Only file names found in the folder are served, so
 * no path can leave it.
 */
export function docsSite(folder = FOLDER) {
  let names: ReadonlySet<string> = new Set()
  let builtMs = 0
  const refresh = () => {
    const { mtimeMs } = statSync(join(folder, HOME), { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
    // During a new build the folder is briefly missing.
    if (mtimeMs === builtMs || mtimeMs === 0) return
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    names = new Set(files.map((file) => file.replaceAll('\\', '/')).filter((file) => TYPES[extname(file)]))
    builtMs = mtimeMs
  }
  const config = { scope: 'public', limit: 'none' } as const
  return async (app: App): Promise<void> => {
    const send = async (name: string, reply: FastifyReply) => {
      refresh()
      const type = names.has(name) ? TYPES[extname(name)] : undefined
      if (type === undefined)
        throw notFound(
          names.size === 0 ? 'The documentation is not built. Run npm run docs:site.' : 'Not Found',
        )
      reply.type(type).header('cache-control', 'public, max-age=300')
      return reply.send(await readFile(join(folder, name)))
    }
    app.get('/docs/', { config, schema: HIDDEN }, async (request, reply) => {
      const [path = ''] = request.url.split('?')
      // Links in the pages are relative to the trailing slash.
      return path.endsWith('/') ? send(HOME, reply) : reply.redirect('/docs/', 301)
    })
    app.get<{ Params: { '*': string } }>('/docs/*', { config, schema: HIDDEN }, async (request, reply) => {
      return send(request.params['*'], reply)
    })
  }
}
