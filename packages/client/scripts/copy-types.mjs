// tsc emits no declaration for a file that is one already.
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..')
cpSync(join(folder, 'src/generated/schema.d.ts'), join(folder, 'dist/generated/schema.d.ts'))
