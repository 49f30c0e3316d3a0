// Plain JavaScript for Node 20: `npm start` and `npm run fuzz` read their arguments before the project's own Node is installed.
import { parseArgs } from 'node:util'

/** The usual exit code for wrong usage. */
const WRONG_USAGE = 2

/** Reads the arguments of a script. An unknown argument ends the script with one line and the usage. */
export function readArguments({ usage, options = {}, words: names = [], args = process.argv.slice(2) }) {
  const known = { ...options, help: { type: 'boolean' } }
  const { tokens } = parseArgs({ args, options: known, strict: false, allowPositionals: true, tokens: true })
  const values = {}
  const words = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind === 'option') values[token.name] = readValue(token, known[token.name], values, usage)
  }
  if (values.help) {
    console.log(`Usage: ${usage}`)
    process.exit(0)
  }
  for (const [name, { value, isRequired }] of Object.entries(options))
    if (isRequired && values[name] === undefined) refuse(`Missing option: --${name} ${value}.`, usage)
  const isOpen = names.at(-1)?.endsWith('…')
  if (words.length > names.length && !isOpen) refuse(`Unknown argument: ${words[names.length]}.`, usage)
  const missing = names.slice(words.length).find((name) => name.startsWith('<'))
  if (missing) refuse(`Missing argument: ${missing}.`, usage)
  return { values, words }
}

function readValue({ name, rawName, value, inlineValue }, known, values, usage) {
  if (!known) refuse(`Unknown option: ${rawName}.`, usage)
  if (name in values) refuse(`Option given twice: --${name}.`, usage)
  if (known.type === 'boolean') return value === undefined || refuse(`--${name} takes no value.`, usage)
  const isNextOption = !inlineValue && value?.startsWith('--')
  if (!value || isNextOption) refuse(`Missing value: --${name} ${known.value ?? '<value>'}.`, usage)
  if (known.pattern && !known.pattern.test(value))
    refuse(`--${name} must be ${known.must ?? known.value}.`, usage)
  return value
}

/** Node's `parseArgs`. An error ends the script with one line. */
export function parseStrictly(config) {
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(error.message.split('. ')[0])
    return process.exit(WRONG_USAGE)
  }
}

/** Refuses an option that this subcommand does not take: a `--dry-run` that is ignored would do the work. */
export function refuseStray(values, taken, subcommand, usage) {
  const stray = Object.keys(values).find((name) => !taken.includes(name))
  if (stray) refuse(`${subcommand} does not take --${stray}.`, usage)
}

/** Prints the line and the usage, and exits. */
export function refuse(line, usage) {
  console.error(`${line}\nUsage: ${usage}`)
  process.exit(WRONG_USAGE)
}
