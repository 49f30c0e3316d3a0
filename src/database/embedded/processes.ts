import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { errorCode } from '../../kernel/read-error.ts'

/** Whether the process is running. A zombie does not count. */
export function isRunning(pid: number): boolean {
  return exists(pid) && stateOf(pid) !== 'Z'
}

/** Whether the process table has the pid, even as a zombie. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** A string that distinguishes two processes with the same pid, or '' if the system does not provide one. */
export function startOf(pid: number): string {
  const stat = statOf(pid)
  if (stat) return `${bootId()} ${stat[19] ?? ''}`
  return process.platform === 'win32' ? '' : askPs(pid, 'lstart=')
}

/** The command line of a process, or '' if it cannot be read. */
export function commandOf(pid: number): string {
  if (process.platform !== 'linux') return process.platform === 'win32' ? '' : askPs(pid, 'command=')
  return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
}

function stateOf(pid: number): string {
  return statOf(pid)?.[0] ?? ''
}

// The second field, the name in brackets, may contain spaces, so count from the last bracket.
function statOf(pid: number): string[] | undefined {
  const text = readText(`/proc/${pid}/stat`)
  return text === '' ? undefined : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id').trim()
}

function askPs(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
