// Runs the test files that failed once more, by themselves: a test that fails twice fails the build. Each file that
// failed once is named, because a test that fails now and then is a fault of the test or of the service.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root } from './install.mjs'

/** More than this at once is not bad luck. */
const FILES_MAX = 4

const list = process.env.TASMAN_FAILED_FILES
const files = list ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
if (files.length === 0 || files.length > FILES_MAX) giveUp(`${files.length} test files failed.`)

console.log(`Running again, by themselves: ${files.join(', ')}`)
const again = spawnSync(process.execPath, [join(root, 'scripts/test.mjs'), ...files], { stdio: 'inherit' })
if (again.status !== 0) giveUp(`Failed twice, see above: ${files.join(', ')}`)
console.log(`Failed in the whole suite and passed alone: ${files.join(', ')}`)
