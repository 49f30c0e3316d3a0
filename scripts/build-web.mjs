// npm run build:web: bundles the web app into dist/web with content hashes in the file names.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run build:web' })

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(root, 'dist/web')
// Two builds at once must not write into the same folder.
const draft = join(root, `dist/.web-${process.pid}`)

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['web/main.tsx', 'web/styles/app.css'],
  outdir: draft,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  minify: true,
  metafile: true,
  legalComments: 'none',
  // The pages outside the app use the same font from the same address, so a browser loads it once.
  external: ['/assets/*'],
  define: { 'process.env.NODE_ENV': '"production"' },
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  assetNames: '[name]-[hash]',
})

const outputs = Object.entries(metafile.outputs)
const [script, main] = outputs.find(([, output]) => output.entryPoint === 'web/main.tsx')
const [style] = outputs.find(([, output]) => output.entryPoint === 'web/styles/app.css')
const parts = main.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)
const address = (path) => `/app/assets/${basename(path)}`

const page = readFileSync(join(root, 'web/index.html'), 'utf8')
  .replace('%STYLE%', address(style))
  .replace('%SCRIPT%', address(script))
  .replace('%PARTS%', parts.map((path) => `<link rel="modulepreload" href="${address(path)}">`).join('\n'))
mkdirSync(draft, { recursive: true })
writeFileSync(join(draft, 'favicon.svg'), readFileSync(join(root, 'web/favicon.svg')))
writeFileSync(join(draft, 'index.html'), page)
writeFileSync(join(draft, 'inter.woff2'), readFileSync(join(root, 'web/fonts/inter.woff2')))
for (const name of readdirSync(draft))
  if (!name.endsWith('.woff2'))
    writeFileSync(join(draft, `${name}.br`), brotliCompressSync(readFileSync(join(draft, name))))
const former = `${draft}-former`
if (existsSync(target)) renameSync(target, former)
renameSync(draft, target)
rmSync(former, { recursive: true, force: true })
