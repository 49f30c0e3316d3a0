// tsc does not emit existing declaration files, so they are copied. The package.json in dist/cjs marks the second build as
// CommonJS.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..')
for (const build of ['dist', 'dist/cjs'])
  cpSync(join(folder, 'src/generated/schema.d.ts'), join(folder, build, 'generated/schema.d.ts'))
writeFileSync(join(folder, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
