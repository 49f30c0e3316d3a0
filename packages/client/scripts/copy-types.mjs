// tsc emits no declaration for a file that is one already. The second build is read as CommonJS by the mark in its folder.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..')
for (const build of ['dist', 'dist/cjs'])
  cpSync(join(folder, 'src/generated/schema.d.ts'), join(folder, build, 'generated/schema.d.ts'))
writeFileSync(join(folder, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
