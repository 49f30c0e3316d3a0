// Replays a Dockerfile in plain folders, one per stage: the same commands and copies, without a container engine.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/**
 * @typedef {{ name: string, folder: string, workdir: string, environment: Record<string, string>, user?: string,
 *   command?: string[], health?: string }} Stage
 */

/**
 * Runs the Dockerfile of `context` under `target`. The last stage is the image.
 * @returns {Stage}
 */
export function replayDockerfile(context, target, { node }) {
  const ignored = readIgnored(context)
  /** @type {Stage[]} */
  const stages = []
  for (const { word, rest } of instructions(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    // The replay uses this machine's Node, so an ARG that names the base image changes nothing.
    if (word === 'ARG') continue
    if (word === 'FROM') stages.push(startStage(rest, target, stages.length))
    else carryOut(word, rest, { stage: stages.at(-1), stages, context, ignored, node })
  }
  return stages.at(-1)
}

/** The instructions of a Dockerfile. A line that ends with a backslash continues on the next line. */
function instructions(text) {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ word: line.split(' ', 1)[0], rest: line.slice(line.indexOf(' ') + 1).trim() }))
}

function startStage(rest, target, count) {
  const name = / AS (\S+)$/.exec(rest)?.[1] ?? String(count)
  const folder = join(target, `stage-${name}`)
  mkdirSync(folder, { recursive: true })
  return { name, folder, workdir: '/', environment: {} }
}

function carryOut(word, rest, { stage, stages, context, ignored, node }) {
  if (word === 'WORKDIR') {
    stage.workdir = rest
    mkdirSync(join(stage.folder, rest), { recursive: true })
  } else if (word === 'ENV') {
    for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.environment[name] = value
  } else if (word === 'COPY') copy(rest, { stage, stages, context, ignored })
  else if (word === 'RUN') run(rest, stage, node)
  else if (word === 'USER') stage.user = rest
  else if (word === 'CMD') stage.command = JSON.parse(rest)
  else if (word === 'HEALTHCHECK') stage.health = rest.slice(rest.indexOf('CMD ') + 'CMD '.length)
  else if (word !== 'EXPOSE')
    throw new Error(`The check does not support ${word}: add support for it, or remove it.`)
}

function copy(rest, { stage, stages, context, ignored }) {
  const words = rest.split(' ')
  const from = words[0].startsWith('--from=') ? words.shift().slice('--from='.length) : undefined
  const source = from ? stages.find(({ name }) => name === from)?.folder : context
  if (!source) throw new Error(`There is no stage ${from} to copy from.`)
  const into = words.pop()
  for (const word of words) {
    const path = join(source, word)
    const isInto = into.endsWith('/') || into === '.'
    const target = join(stage.folder, stage.workdir, into, isInto && word !== '.' ? basename(word) : '')
    mkdirSync(dirname(target), { recursive: true })
    cpSync(path, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => from !== undefined || !ignored(relative(context, file)),
    })
  }
}

function run(command, stage, node) {
  const { status } = spawnSync('sh', ['-ec', command], {
    cwd: join(stage.folder, stage.workdir),
    env: { ...process.env, ...stage.environment, PATH: `${dirname(node)}:${outsidePath()}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}.`)
}

// A stage must not find a command in the project's node_modules that its own image lacks.
function outsidePath() {
  return (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
}

/** The entries of .dockerignore: names and folders from the root, and patterns such as *.log. */
function readIgnored(context) {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const matches = (path, pattern) =>
    pattern.startsWith('*')
      ? path.endsWith(pattern.slice(1))
      : path === pattern || path.startsWith(`${pattern}/`)
  return (path) => patterns.some((pattern) => matches(path, pattern))
}

/** The size of a folder in bytes. */
export function bytesIn(folder) {
  const { stdout } = spawnSync('du', ['-sb', folder], { encoding: 'utf8' })
  return Number(stdout.split('\t')[0]) || statSync(folder).size
}
