import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  flushAudit,
  forgetOldAudit,
  linkAudit,
  verifyAudit,
} from '../../../src/features/platform/audit/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
/** Signs in as the owner of the tables, like an attacker who has the database's password. */
let intruder: Client
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  intruder = new Client({ connectionString: tasman.databaseUrl })
  await intruder.connect()
})
afterAll(async () => {
  await intruder.end()
  await tasman.close()
})

const rowsOf = async (requestId: string) =>
  (
    await intruder.query('select id, action, outcome from audit_log where request_id = $1 order by id', [
      requestId,
    ])
  ).rows

describe('with the write', () => {
  it('a write has exactly one row, there before the answer, without any flush', async () => {
    const answer = await owner.put('/api/company/create', { legal_name: 'Logged Pty Ltd' })
    expect(await rowsOf(answer.headers['x-request-id'] as string)).toEqual([
      { id: expect.anything(), action: 'createCompany', outcome: 201 },
    ])
  })

  it('the row says what was answered where a route has several statuses', async () => {
    const company = await aCompany(owner)
    const partial = await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: 999_999, first_name: 'Nobody' },
    ])
    expect(partial.status).toBe(207)
    const rows = await rowsOf(partial.headers['x-request-id'] as string)
    expect(rows.map((row) => row.outcome)).toEqual([207])
  })

  it('a write whose row cannot be stored is not stored either', async () => {
    await intruder.query('alter table audit_log add constraint nothing_more check (false) not valid')
    const refused = await owner.put('/api/company/create', { legal_name: 'Unlogged Pty Ltd' })
    await intruder.query('alter table audit_log drop constraint nothing_more')
    expect(refused.status).toBe(500)
    const { rows } = await intruder.query(`select 1 from companies where legal_name = 'Unlogged Pty Ltd'`)
    expect(rows).toEqual([])
  })
})

describe('append-only', () => {
  it('the service works under a role that may neither update, delete nor truncate', async () => {
    const { pool } = tasman.service.database
    expect((await pool.query('select current_user as name')).rows[0].name).toBe('tasman_service')
    for (const table of ['audit_log', 'audit_links', 'audit_checkpoints'])
      for (const act of [
        `delete from ${table}`,
        `truncate ${table}`,
        `update ${table} set ${columnOf(table)}`,
      ])
        await expect(pool.query(act), act).rejects.toThrow(/permission denied/)
  })

  it('triggers refuse the owner of the tables too', async () => {
    await linkAudit(tasman.service)
    for (const act of ['delete from audit_log', 'truncate audit_log', `update audit_log set action = 'x'`])
      await expect(intruder.query(act), act).rejects.toThrow(/append-only/)
    await expect(intruder.query('delete from audit_links')).rejects.toThrow(/append-only/)
  })
})

const columnOf = (table: string) => (table === 'audit_log' ? `action = 'x'` : `hash = ''`)

describe('the chain', () => {
  beforeEach(async () => {
    // Refusals and reads are written a moment later.
    await flushAudit(tasman.service)
    await linkAudit(tasman.service)
    expect((await verifyAudit(tasman.service.database)).broken).toBeNull()
  })

  /** What an attacker could do after switching the triggers off. Undone afterwards. */
  const tampered = async (act: string) => {
    await intruder.query('begin')
    await intruder.query('set local session_replication_role = replica')
    const { rows } = await intruder.query<{ id: string }>(act)
    await intruder.query('commit')
    return rows[0]?.id
  }

  it('links every row, and a changed one is named', async () => {
    const before = await verifyAudit(tasman.service.database)
    expect(before.rows).toBeGreaterThan(2)
    expect(before.waiting).toBe(0)
    const first = `(select min(id) from audit_log where action = 'createCompany')`
    const id = await tampered(`update audit_log set ip = '9.9.9.9' where id = ${first} returning id`)
    expect((await verifyAudit(tasman.service.database)).broken).toContain(`Row ${id} (`)
    await tampered(`update audit_log set ip = '127.0.0.1' where id = ${id} returning id`)
  })

  it('a row taken out is named, also with its link', async () => {
    await tampered("create table kept as select * from audit_log where action = 'createCompany' limit 1")
    const id = await tampered('delete from audit_log where id in (select id from kept) returning id')
    expect((await verifyAudit(tasman.service.database)).broken).toContain(`Row ${id} (`)
    await tampered(`create table kept_link as select * from audit_links where audit_id = ${id}`)
    await tampered(`delete from audit_links where audit_id = ${id}`)
    expect((await verifyAudit(tasman.service.database)).broken).toMatch(/is missing|was changed/)
    await tampered('insert into audit_log overriding system value select * from kept')
    await tampered(
      'insert into audit_links (audit_id, chain, position, hash, linked_at) select audit_id, chain, position, hash, linked_at from kept_link',
    )
  })

  it('a row put in behind our back is named', async () => {
    const id = await tampered(
      `insert into audit_log (at, action, outcome) values (now(), 'forged', 200) returning id`,
    )
    expect((await verifyAudit(tasman.service.database)).broken).toContain(`Row ${id} is outside`)
    await tampered(`delete from audit_log where id = ${id} returning id`)
  })

  it('rows that commit out of their order are all linked', async () => {
    await intruder.query('begin')
    await intruder.query(`insert into audit_log (at, action, outcome) values (now(), 'slow', 200)`)
    await aCompany(owner)
    await linkAudit(tasman.service)
    await intruder.query('commit')
    await linkAudit(tasman.service)
    expect(await verifyAudit(tasman.service.database)).toMatchObject({ broken: null, waiting: 0 })
  })
})

describe('retention', () => {
  it('removes the old beginning of a chain, keeps its last hash, and the rest is still proved', async () => {
    const insert = (age: string, action: string) =>
      intruder.query(
        `insert into audit_log (at, customer_id, action, outcome) values (now() - interval '${age}', 777, $1, 200)`,
        [action],
      )
    await insert('20 months', 'old')
    await insert('14 months', 'old')
    await insert('11 months', 'young')
    await insert('15 months', 'late')
    await linkAudit(tasman.service)
    await forgetOldAudit(tasman.service)
    const { rows } = await intruder.query('select action from audit_log where customer_id = 777 order by id')
    expect(rows.map((row) => row.action)).toEqual(['young', 'late'])
    const kept = await intruder.query('select position from audit_checkpoints where chain = 777')
    expect(kept.rows).toEqual([{ position: '2' }])
    await insert('1 day', 'new')
    await linkAudit(tasman.service)
    expect((await verifyAudit(tasman.service.database)).broken).toBeNull()
  })
})
