import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { countPackages } from '../../scripts/install.mjs'
import { temporaryFolder } from '../support/embedded.ts'

it('an installation counts the packages that are there, without those that npm may skip', async () => {
  const folder = await temporaryFolder(onTestFinished)
  const packages = {
    '': { version: '0.2.0' },
    'packages/client': { version: '0.2.0' },
    'node_modules/@tasman/client': { link: true },
    'node_modules/one': { version: '1.0.0' },
    'node_modules/two': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
    'node_modules/other-system': { version: '1.0.0', optional: true },
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  expect(countPackages({ dev: false, folder })).toEqual({ there: 0, wanted: 2 })
  mkdirSync(join(folder, 'node_modules/one'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/one/package.json'), '{}')
  expect(countPackages({ dev: true, folder })).toEqual({ there: 1, wanted: 3 })
})
