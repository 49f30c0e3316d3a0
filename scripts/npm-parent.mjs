import { readFileSync } from 'node:fs'

/**
 * Calls back when the npm that runs this script has ended. npm runs scripts through a shell. A signal to npm ends that shell but
 * not the script, so `kill` on npm would leave the service running.
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

/** The parent is unknown. The system may not report it, or all file descriptors may be in use. */
const UNKNOWN = ''

// The process id of the shell and, where the system reports it, of npm above it.
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
