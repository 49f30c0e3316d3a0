import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { TasmanError } from '@tasman/client'
import { type Flags, readArguments, UsageError } from './arguments.ts'
import { COMMANDS, type Command, type Options } from './commands.ts'
import { completion, SHELLS } from './completion.ts'
import type { Io } from './io.ts'
import { WaitsForApproval } from './waiting.ts'

const FLAGS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
  yes: { type: 'boolean', short: 'y' },
  url: { type: 'string', value: '<server>' },
  profile: { type: 'string', value: '<name>' },
  'client-id': { type: 'string', value: '<id>' },
  'client-secret': { type: 'string', value: '<secret>' },
  scope: { type: 'string', value: '"<scopes>"' },
  company: { type: 'string', short: 'c', value: '<id>' },
  employee: { type: 'string', short: 'e', value: '<id>' },
  hours: { type: 'string', value: '<number>' },
  date: { type: 'string', value: '<date>' },
  pay: { type: 'string', value: '<id>' },
  out: { type: 'string', short: 'o', value: '<file>' },
  port: { type: 'string', value: '<number>' },
  'public-url': { type: 'string', value: '<url>' },
  forward: { type: 'string', value: '<url>' },
  events: { type: 'string', value: '<event>,…' },
  count: { type: 'string', value: '<number>' },
  webhook: { type: 'string', value: '<id>' },
  delivery: { type: 'string', value: '<id>' },
  periods: { type: 'string', value: '<number>' },
} as const satisfies Flags
const EVERYWHERE = ['json', 'help', 'url', 'profile']
const WRONG_USAGE = 2

const ALL: Readonly<Record<string, Command>> = {
  ...COMMANDS,
  completion: {
    takes: SHELLS.join('|'),
    does: 'print completions for your shell',
    words: ['[shell]'],
    run: async ({ io, words: [shell = 'bash'] }) => {
      const known = SHELLS.find((name) => name === shell)
      if (!known) throw new UsageError(`There are no completions for ${shell}: use ${SHELLS.join(', ')}.`)
      io.out(completion(known, Object.keys(FLAGS)))
    },
  },
}

/** Runs one command line. Returns the exit code: 2 for wrong usage, 1 for any other failure. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let isJson = false
  try {
    const { values, words } = readArguments(args, FLAGS)
    isJson = values.json === true
    if (values.version) {
      io.out(`tasman ${readVersion()}`)
      return 0
    }
    const [name, command, rest] = find(words)
    const group = groupOf(words[0] === 'help' ? words[1] : words[0])
    const asksForHelp = values.help || words.length === 0 || words[0] === 'help'
    if (asksForHelp && (command || group !== undefined)) {
      io.out(usage(command ? name : group))
      return 0
    }
    if (!command) {
      const isGroup = Boolean(group) && words.length === 1
      io.note(isGroup ? `Incomplete command: ${group}.` : `Unknown command: ${words.join(' ')}.`)
      io.note(usage(group ?? ''))
      return WRONG_USAGE
    }
    checkUsage(name, command, Object.keys(values), rest)
    await command.run({ io, options: values as Options, words: rest })
    return 0
  } catch (error) {
    if (io.stopped.aborted) return 0
    if (error instanceof WaitsForApproval) {
      io.out(isJson ? JSON.stringify(error.waiting) : error.message)
      return 0
    }
    io.note(sentenceOf(error))
    return error instanceof UsageError ? WRONG_USAGE : 1
  }
}

/** Rejects options and arguments that the command does not take. A silently ignored one could be the one that matters. */
function checkUsage(
  name: string,
  { options = [], words = [] }: Command,
  given: string[],
  rest: string[],
): void {
  const stray = given.find((option) => !EVERYWHERE.includes(option) && !options.includes(option))
  if (stray) throw new UsageError(`tasman ${name} does not take --${stray}.`)
  const surplus = rest[words.length]
  if (surplus !== undefined)
    throw new UsageError(
      `Unknown argument: ${surplus}. tasman ${name} ${words.length > 0 ? `takes ${words.join(' ')}` : 'takes none'}.`,
    )
  const missing = words.slice(rest.length).find((word) => word.startsWith('<'))
  if (missing) throw new UsageError(`Missing argument: ${missing}.`)
}

/** Finds the command named by the first one or two words. */
function find(words: readonly string[]): [string, Command | undefined, string[]] {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = Object.hasOwn(ALL, name) ? ALL[name] : undefined
    if (command) return [name, command, words.slice(length)]
  }
  return ['', undefined, []]
}

/** The group of commands that starts with a word, such as `pays`; the empty group is all of them. */
function groupOf(word = ''): string | undefined {
  return Object.keys(ALL).some((key) => word === '' || `${key} `.startsWith(`${word} `)) ? word : undefined
}

/** The usage of one command, of a group, or of all. */
function usage(name = ''): string {
  const chosen = Object.entries(ALL).filter(
    ([key]) => name === '' || key === name || key.startsWith(`${name} `),
  )
  const lines = chosen.flatMap(([key, { takes, does }]) => [
    ...wrap(`tasman ${key} ${takes}`.trim(), '  ', '    '),
    ...wrap(does, '      ', '      '),
  ])
  return [...lines, ...EPILOGUE.flatMap((text) => wrap(text, '  ', '  '))].join('\n')
}

const EPILOGUE = [
  'Every command takes --profile <name> (a separate login), --url <server> (must be that of the login) and --json (for programs). In CI, set TASMAN_URL and TASMAN_TOKEN.',
  'Exit codes: 0 done, 1 not done, 2 wrong usage. A write that waits for a second person prints its approval and exits with 0.',
]
const COLUMNS = 80

/** Wraps text to lines that fit a terminal. */
function wrap(text: string, first: string, further: string): string[] {
  const lines: string[] = []
  let line = first
  for (const word of text.split(' ')) {
    const isStart = line === first || line === further
    if (!isStart && line.length + 1 + word.length > COLUMNS) {
      lines.push(line)
      line = further
    }
    line += line === first || line === further ? word : ` ${word}`
  }
  return [...lines, line]
}

/** The version of this package. */
function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof TasmanError)) return plainSentence(error)
  return error.requestId ? `${error.message} (${error.status}, request ${error.requestId})` : error.message
}

function plainSentence(error: unknown): string {
  const { code, path, syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port.`
  if (code === 'ENOENT' && path)
    return existsSync(dirname(path)) ? `There is no file ${path}.` : `There is no folder ${dirname(path)}.`
  if (code === 'EISDIR') return path ? `${path} is a folder, not a file.` : 'That is a folder, not a file.'
  if (code === 'EACCES' && path) return `You may not ${syscall === 'open' ? 'open' : 'use'} ${path}.`
  return error instanceof Error ? error.message : String(error)
}
