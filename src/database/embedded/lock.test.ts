import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lockFolder } from './lock.ts'

it('replaces a lock file that a power cut left empty', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tasman-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'service.lock')
  writeFileSync(file, '')
  const release = lockFolder(folder)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
  expect(() => lockFolder(folder)).toThrow('is using')
  release()
  expect(() => readFileSync(file)).toThrow()
})
