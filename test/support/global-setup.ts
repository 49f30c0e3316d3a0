import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { folderHolder } from '../../src/database/embedded/lock.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/start.ts'
import { migrateToLatest } from '../../src/database/migrate.ts'
import { execute, withDatabase } from './postgres.ts'
import { spreadOverCells } from './two-cells.ts'
import { webBuildMark } from './web-build.ts'

const PREFIX = 'tasman-test-'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    templateDatabase: string
    /** Why there is no template, or ''. Tests that do not need it still run. */
    templateProblem: string
  }
}

/** Starts one PostgreSQL for the whole run (or uses TEST_DATABASE_URL) and migrates the template that tests copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const template = `tasman_template_${process.pid}`
  project.provide('databaseUrl', server.url)
  project.provide('templateDatabase', template)
  project.provide('templateProblem', await makeTemplate(server.url, template))
  return async () => {
    await execute(server.url, `drop database if exists ${template} with (force)`)
    await server.close()
    await rm(webBuildMark(process.pid), { recursive: true, force: true })
  }
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, close: async () => {} }
  await sweepKilledRuns()
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  const postgres = await startEmbeddedPostgres({ folder, isThrowaway: true })
  // It would find a table empty a moment before a test fills it, and the plans of that test would be for an empty table.
  await execute(postgres.url, 'alter system set autovacuum = off')
  await execute(postgres.url, 'select pg_reload_conf()')
  const close = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: postgres.url, close }
}

// A killed run could not clean up: its lock file is still there, but no process owns it.
async function sweepKilledRuns(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    const isAbandoned = existsSync(join(folder, 'service.lock')) && folderHolder(folder) === undefined
    if (isAbandoned) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

async function makeTemplate(url: string, template: string): Promise<string> {
  try {
    await execute(url, `create database ${template}`)
    await migrateToLatest(withDatabase(url, template))
    if (process.env.TASMAN_TEST_CELLS) await spreadOverCells(withDatabase(url, template))
    return ''
  } catch (error) {
    console.error('The migrations do not run, so every test that needs a database will fail:', error)
    return error instanceof Error ? error.message : String(error)
  }
}
