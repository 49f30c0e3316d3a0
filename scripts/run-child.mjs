import { spawn } from 'node:child_process'
import { compileCache, findNode, giveUp } from './install.mjs'
import { onNpmEnd } from './npm-parent.mjs'

/** Runs a script with the project's Node in place of this process: same terminal, signals and exit code. */
export function runChild(args, options = {}) {
  const env = { NODE_COMPILE_CACHE: compileCache, ...(options.env ?? process.env) }
  const child = spawn(findNode(), args, { stdio: 'inherit', ...options, env })
  // In a terminal Ctrl-C also reaches the child directly. A second signal would cut its shutdown short.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  onNpmEnd(() => child.kill('SIGTERM'))
  child.on('error', (error) => giveUp(`Could not run ${args[0]}: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
