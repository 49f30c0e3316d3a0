// npm run client:runtimes: runs the packed client in Node 20, 22 and 24, in Bun and in Deno, and bundles it for a browser. The
// runtimes come from npm; those without a binary for this machine are named. Needs npm run build:packages first.
import { execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './install.mjs'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run client:runtimes' })

const { platform, arch } = process
const bunArch = arch === 'arm64' ? 'aarch64' : arch
const denoSystem = platform === 'linux' ? `linux-${arch}-glibc` : `${platform}-${arch}`

/** Each runtime: the npm package with its binary, the file in it, and the arguments before the program. */
const RUNTIMES = [
  ...[20, 22, 24].map((major) => ({
    name: `Node ${major}`,
    alias: `node-${major}`,
    from: `node-${platform}-${arch}@${major}`,
    file: 'bin/node',
    args: [],
  })),
  { name: 'Bun', alias: 'bun', from: `@oven/bun-${platform}-${bunArch}`, file: 'bin/bun', args: [] },
  { name: 'Deno', alias: 'deno', from: `@deno/${denoSystem}`, file: 'deno', args: ['run', '--allow-all'] },
]

/** Calls the service through a failure, aborts a call, and accepts a signed webhook but not a forged one. */
const STEPS = `
async function run({ createClient, verifyWebhook }) {
  const env = process.env
  const retry = { attempts: 3, longestWaitMs: 10_000 }
  const tasman = createClient({ baseUrl: env.BASE_URL, token: 'token', retry })
  const { status } = await tasman.get('/api/health')
  if (status !== 'ok') throw new Error('health: ' + status)
  const aborted = await tasman
    .get('/api/company', { signal: AbortSignal.timeout(200) })
    .then(() => 'answered', () => 'aborted')
  if (aborted !== 'aborted') throw new Error('An abort did not end the call.')
  const headers = { 'x-payroll-timestamp': env.SIGNED_AT, 'x-payroll-signature': env.SIGNATURE }
  const event = await verifyWebhook({ secret: ['old', 'secret'], headers, body: env.BODY })
  if (event.type !== 'company.created') throw new Error('event: ' + event.type)
  const forged = await verifyWebhook({ secret: 'other', headers, body: env.BODY }).then(() => true, () => false)
  if (forged) throw new Error('A forged webhook was accepted.')
  console.log('passed')
}
`
const PROGRAMS = {
  'esm.mjs': `import process from 'node:process'\nimport * as client from '@tasman/client'\n${STEPS}\nawait run(client)\n`,
  'cjs.cjs': `const client = require('@tasman/client')\n${STEPS}\nrun(client).catch((error) => { console.error(error); process.exit(1) })\n`,
}

const folder = mkdtempSync(join(tmpdir(), 'tasman-runtimes-'))
const server = createServer(answer)
try {
  const npm = (...args) =>
    execFileSync('npm', [...args, '--silent', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  execFileSync('npm', ['pack', '-w', '@tasman/client', '--pack-destination', folder, '--silent'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{"name": "runtimes", "private": true}')
  npm('install', join(folder, tarball))
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const missing = []
  for (const runtime of RUNTIMES) {
    const program = join(folder, 'node_modules', runtime.alias, runtime.file)
    try {
      npm('install', '--force', `${runtime.alias}@npm:${runtime.from}`)
    } catch {
      // Named below.
    }
    if (!existsSync(program)) missing.push(runtime.name)
    else for (const file of Object.keys(PROGRAMS)) await runIn(runtime, program, file)
  }
  await bundleForBrowser()
  if (missing.length > 0)
    console.log(`SKIPPED: npm has no binary of ${missing.join(', ')} for ${platform}-${arch}.`)
} finally {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Health fails once, then answers. The list of companies never answers. */
function answer(request, response) {
  if (request.url !== '/api/health') return
  answer.calls = (answer.calls ?? 0) + 1
  const isFailing = answer.calls % 2 === 1
  response.writeHead(isFailing ? 502 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isFailing ? { detail: 'Bad gateway' } : { status: 'ok' }))
}

async function runIn({ name, args }, program, file) {
  const body =
    '{"id":"1","type":"company.created","createdAt":"2026-11-18T00:00:00","customerId":1,"entity":{"type":"company","id":1},"data":{}}'
  const at = String(Math.floor(Date.now() / 1000))
  const env = {
    ...process.env,
    BASE_URL: `http://127.0.0.1:${server.address().port}`,
    BODY: body,
    SIGNED_AT: at,
    SIGNATURE: createHmac('sha256', 'secret').update(`${at}.${body}`).digest('hex'),
  }
  // Not synchronous: this process answers the program's calls.
  const child = spawn(program, [...args, file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  await new Promise((resolve) => child.on('exit', resolve))
  if (!output.includes('passed')) throw new Error(`The client failed in ${name} (${file}).`)
  console.log(`${name}, ${file.endsWith('.cjs') ? 'CommonJS' : 'ESM'}: passed.`)
}

/** A bundle for a browser must not need a module of Node. */
async function bundleForBrowser() {
  const entry = join(folder, 'browser.mjs')
  const outfile = join(folder, 'bundle.js')
  writeFileSync(entry, `export { createClient, verifyWebhook } from '@tasman/client'\n`)
  await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    outfile,
  })
  console.log(`Browser bundle: passed, ${(readFileSync(outfile).length / 1000).toFixed(1)} kB.`)
}
