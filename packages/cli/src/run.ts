import { parseArgs } from 'node:util'
import { TasmanError } from '@tasman/client'
import { COMMANDS, type Options } from './commands.ts'
import { completion } from './completion.ts'
import type { Io } from './io.ts'

const FLAGS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  url: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  scope: { type: 'string' },
  company: { type: 'string', short: 'c' },
  employee: { type: 'string', short: 'e' },
  hours: { type: 'string' },
  date: { type: 'string' },
  pay: { type: 'string' },
  out: { type: 'string', short: 'o' },
  port: { type: 'string' },
  'public-url': { type: 'string' },
  forward: { type: 'string' },
  events: { type: 'string' },
  count: { type: 'string' },
  periods: { type: 'string' },
} as const

/** Runs one command line; answers the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
    const [name, command, rest] = find(positionals)
    if (positionals[0] === 'completion') io.out(completion(positionals[1] ?? 'bash', Object.keys(FLAGS)))
    else if (!command || values.help) {
      if (positionals.length > 0 && !command) io.note(`There is no command ${positionals.join(' ')}.`)
      io.out(usage(name))
      return command || positionals.length === 0 ? 0 : 2
    } else await command.run({ io, options: values as Options, words: rest })
    return 0
  } catch (error) {
    if (io.stopped.aborted) return 0
    io.note(sentenceOf(error))
    return 1
  }
}

/** The command of the first one or two words. */
function find(words: readonly string[]): [string, (typeof COMMANDS)[string] | undefined, string[]] {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = COMMANDS[name]
    if (command) return [name, command, words.slice(length)]
  }
  return ['', undefined, []]
}

function usage(name: string): string {
  const chosen = Object.entries(COMMANDS).filter(([key]) => name === '' || key === name)
  const width = Math.max(...chosen.map(([key, { takes }]) => `${key} ${takes}`.length))
  const lines = chosen.map(([key, { takes, does }]) => `  tasman ${`${key} ${takes}`.padEnd(width)}  ${does}`)
  return [...lines, '  --json prints JSON for programs; tasman completion bash|zsh prints completions.'].join(
    '\n',
  )
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof TasmanError)) return error instanceof Error ? error.message : String(error)
  return error.requestId ? `${error.message} (${error.status}, request ${error.requestId})` : error.message
}
