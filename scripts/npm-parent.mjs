import { readFileSync } from 'node:fs'

/**
 * Calls back when the npm that runs this script has gone. npm runs scripts through a shell, and a signal sent to
 * npm ends that shell and not what it runs: without this, `kill` on npm would leave the service behind.
 */
export function onNpmEnd(callback) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const before = ancestors()
  const watch = setInterval(() => {
    const now = ancestors()
    if (now.shell === before.shell && (now.npm === before.npm || now.npm === UNKNOWN)) return
    clearInterval(watch)
    callback()
  }, 250)
  watch.unref()
}

/** The system does not say, or could not now: with all file descriptors in use, nothing can be read. */
const UNKNOWN = ''

// The shell's number and, where the system shows it, that of npm above it.
function ancestors() {
  return { shell: process.ppid, npm: parentOf(process.ppid) }
}

function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] ?? UNKNOWN
  } catch {
    return UNKNOWN
  }
}
