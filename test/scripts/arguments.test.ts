import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
// @ts-expect-error plain JavaScript, which runs before TypeScript can be loaded
import { isInstalled, isProductionInstall } from '../../scripts/install.mjs'
import { readArguments } from '../../scripts/read-arguments.mjs'

const root = join(import.meta.dirname, '../..')
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts

describe('the arguments of a script', () => {
  const options = {
    pay: { type: 'string', value: '<id>', isRequired: true, pattern: /^\d+$/, must: 'a number' },
    quick: { type: 'boolean' },
  } as const
  const read = (line: string) =>
    readArguments({ usage: 'npm run x', options, words: ['<file>'], args: line.split(' ') })

  it('are read', () => {
    expect(read('a.txt --pay 7 --quick')).toEqual({ values: { pay: '7', quick: true }, words: ['a.txt'] })
  })

  it.each([
    ['a.txt', 'Missing option: --pay <id>.'],
    ['--pay 7', 'Missing argument: <file>.'],
    ['a.txt b.txt --pay 7', 'Unknown argument: b.txt.'],
    ['a.txt --pay 7 --slow', 'Unknown option: --slow.'],
    ['a.txt --pay 7 -q', 'Unknown option: -q.'],
    ['a.txt --pay --quick', 'Missing value: --pay <id>.'],
    ['a.txt --pay 7 --pay 8', 'Option given twice: --pay.'],
    ['a.txt --pay x', '--pay must be a number.'],
    ['a.txt --pay 7 --quick=yes', '--quick takes no value.'],
  ])('%s is refused with 2 and a line', (line, sentence) => {
    const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`ended with ${code}`)
    })
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    expect(() => read(line)).toThrow('ended with 2')
    expect(exit).toHaveBeenCalledOnce()
    expect(error).toHaveBeenCalledWith(`${sentence}\nUsage: npm run x`)
  })

  it('are read by this helper in every script that npm runs', () => {
    const files = Object.values(scripts).flatMap((line) => line.match(/\S+\.(ts|mjs)\b/g) ?? [])
    const own = [...new Set(files)].filter((file) => !/run\.mjs$|test\.(mjs|ts)$/.test(file))
    expect(own.length).toBeGreaterThan(25)
    for (const file of own) {
      const text = readFileSync(join(root, file), 'utf8')
      expect(text, file).toMatch(/readArguments\(|parseStrictly\(/)
      expect(text, file).not.toMatch(/process\.argv/)
    }
  })
})

describe('what a command needs is installed', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  type Entry = { dev?: boolean; optional?: boolean; version?: string }
  const folderWith = (isKept: (path: string, entry: Entry) => boolean) => {
    const folder = mkdtempSync(join(tmpdir(), 'tasman-installed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'node_modules'))
    const kept = Object.entries(lock.packages as Record<string, Entry>).filter(
      ([path, entry]) => path !== '' && isKept(path, entry),
    )
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const packages = Object.fromEntries(kept)
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
    return { folder }
  }
  // As the image is pruned: no development and optional packages, and none of the workspaces.
  const isRuntime = (path: string, { dev, optional }: Entry) =>
    !dev && !optional && !/^packages|@tasman|@modelcontextprotocol/.test(path)

  it('in an image or a release tarball: for the service, not for development', () => {
    const pruned = folderWith(isRuntime)
    expect(isInstalled(pruned)).toBe(true)
    expect(isInstalled({ ...pruned, dev: true })).toBe(false)
    expect(isProductionInstall(pruned)).toBe(true)
  })

  it('not where a package of the service is missing or of another version', () => {
    expect(isInstalled(folderWith((path, entry) => isRuntime(path, entry) && !path.endsWith('/pg')))).toBe(
      false,
    )
    expect(isInstalled(folderWith(() => false))).toBe(false)
    expect(isProductionInstall(folderWith(() => false))).toBe(false)
  })

  it('in a whole checkout for everything', () => {
    expect(isInstalled({ dev: true })).toBe(true)
    expect(isProductionInstall()).toBe(false)
  })
})
