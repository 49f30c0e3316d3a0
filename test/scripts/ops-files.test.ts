import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '../../src/settings/index.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tasman-ops-'))
afterAll(() => rmSync(folder, { recursive: true }))
const sh = (script: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync('sh', [join(root, 'ops', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...env },
  })

describe('compose.production.yaml', () => {
  const { services } = parse(readFileSync(join(root, 'compose.production.yaml'), 'utf8'))

  it('passes every setting of .env to the service, except those it decides itself', () => {
    expect(services.tasman.env_file).toBe('.env')
    const known = Object.values(SETTINGS).map(({ variable }) => variable)
    const fixed = Object.keys(services.tasman.environment)
    expect(fixed.filter((name) => !known.includes(name as never))).toEqual([])
    expect(fixed.sort()).toEqual(
      'COOKIE_SECRET DATABASE_URL DRAIN_SECONDS ENCRYPTION_KEYS HOST NODE_ENV PORT PUBLIC_URL TRUST_PROXY'.split(
        ' ',
      ),
    )
  })

  it('lets the doctor see the backups, and reports a backup that failed', () => {
    expect(services.tasman.volumes).toContain('backups:/app/backups:ro')
    expect(services.backup.healthcheck.test).toEqual(['CMD', 'sh', '/nightly-backup.sh', 'check'])
  })
})

describe('alerts.yml', () => {
  type Rule = { alert: string; expr: string }
  const { groups } = parse(readFileSync(join(root, 'ops/alerts.yml'), 'utf8'))
  const rules: Rule[] = groups.flatMap((group: { rules: Rule[] }) => group.rules)

  it('has a row for each alert in the guide, which names no other', () => {
    const guide = readFileSync(join(root, 'docs/guides/operate.md'), 'utf8')
    const named = [...guide.matchAll(/^\| (Tasman\w+(?:, …\w+)*) \|/gm)].flatMap(([, cell = '']) => {
      const [first = '', ...endings] = cell.split(', …')
      const stem = first.replace(/(?:\d+|[A-Z][a-z]+)$/, '')
      return [first, ...endings.map((ending) => stem + ending)]
    })
    expect(named.sort()).toEqual(rules.map(({ alert }) => alert).sort())
  })

  it('warns about rate tables only in countries that are in use', () => {
    const law = rules.filter(({ alert }) => alert.startsWith('TasmanLaw'))
    expect(law).toHaveLength(4)
    for (const { expr } of law)
      expect(expr).toMatch(/ and on \(country\) max by \(country\) \(tasman_country_in_use\) > 0$/)
  })
})

it('make-secrets.sh writes a file that only its owner reads, and never overwrites one', () => {
  expect(sh('make-secrets.sh', ['pay.example.com']).status).toBe(0)
  const written = readFileSync(join(folder, '.env'), 'utf8')
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
  expect(written).toMatch(
    /^PUBLIC_HOST=pay\.example\.com\nPOSTGRES_PASSWORD=\w{48}\nCOOKIE_SECRET=\w{64}\nENCRYPTION_KEYS=main:\S{44}\n$/,
  )
  const again = sh('make-secrets.sh', ['pay.example.com'])
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('.env exists')])
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(written)
  expect(sh('make-secrets.sh', []).status).toBe(2)
})

describe('nightly-backup.sh', () => {
  /** Puts a pg_dump on the path that writes a file, or fails halfway through. */
  function backUp(name: string, dump: string) {
    const bin = join(folder, name, 'bin')
    const backups = join(folder, name, 'backups')
    mkdirSync(bin, { recursive: true })
    mkdirSync(backups, { recursive: true })
    for (const [program, text] of [
      ['pg_dump', `for a in "$@"; do case $a in --file=*) echo data > "\${a#--file=}";; esac; done; ${dump}`],
      ['pg_restore', 'exit 0'],
    ] as const) {
      writeFileSync(join(bin, program), `#!/bin/sh\n${text}\n`)
      chmodSync(join(bin, program), 0o755)
    }
    const env = { PATH: `${bin}:${process.env.PATH}`, BACKUP_FOLDER: backups }
    return { backups, run: (word: string) => sh('nightly-backup.sh', [word], env) }
  }

  it('keeps a complete dump for the owner alone', () => {
    const { backups, run } = backUp('good', 'exit 0')
    expect(run('check').status).toBe(1)
    expect(run('once').status).toBe(0)
    const [file = '', ...others] = readdirSync(backups)
    expect(others).toEqual([])
    expect(file).toMatch(/^tasman-\d{8}T\d{6}Z\.dump$/)
    expect(statSync(join(backups, file)).mode & 0o777).toBe(0o600)
    expect(run('check').status).toBe(0)
  })

  it('reports a dump that failed, until one succeeds', () => {
    const { backups, run } = backUp('bad', 'exit 1')
    const failed = run('once')
    expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('The backup failed.')])
    expect(readdirSync(backups)).toEqual(['FAILED'])
    expect(run('check').status).toBe(1)
    expect(backUp('bad', 'exit 0').run('once').status).toBe(0)
    expect(readdirSync(backups)).not.toContain('FAILED')
    expect(run('check').status).toBe(0)
  })
})
