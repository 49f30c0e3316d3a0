// The commands that the operations guide documents for the image and the release tarball. The check runs them exactly as printed.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const GUIDE = 'docs/guides/operate.md'
const HEADING = '## Commands'
/** The folder that the guide's examples write to. */
const FOLDER = '/tmp/tasman'

/** The lines of the code block under the heading, without comments. */
export function documentedCommands() {
  const guide = readFileSync(join(root, GUIDE), 'utf8')
  const section = guide.slice(guide.indexOf(`${HEADING}\n`)).split(/\n## /)[0]
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? []
  const commands = block.split('\n').flatMap((line) => line.replace(/\s+#.*$/, '').trim() || [])
  if (commands.length === 0) throw new Error(`${GUIDE} lists no commands below "${HEADING}".`)
  return commands
}

/**
 * Runs every documented command in an unpacked image, with the folder of the examples replaced by our own. Commands that use
 * PostgreSQL's programs need the version of the server. Returns the output of each command by its npm script.
 */
export function runDocumentedCommands({ folder, options, emptyDatabaseUrl, skip = [] }) {
  const printed = { commands: documentedCommands().join('\n'), count: 0 }
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  for (const command of documentedCommands()) {
    const [, script = ''] = /^npm run (?:-s )?(\S+)/.exec(command) ?? []
    if (skip.includes(script)) {
      console.log(`not run: ${command}`)
      continue
    }
    // A backup can only be restored into an empty database.
    const env = script === 'restore' ? { ...options.env, DATABASE_URL: emptyDatabaseUrl } : options.env
    const line = command.replaceAll(FOLDER, folder)
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { ...options, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`)
    console.log(`ran: ${command}`)
    printed[script] = stdout
    printed.count += 1
  }
  return printed
}
