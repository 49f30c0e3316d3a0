import { describe, expect, it } from 'vitest'
import { readMigrationFiles } from '../../src/database/migration-files.ts'

/*
 * The previous release must be able to take over again on the migrated database, so from the first migration after
 * 0.2.0, migrations only add. What they replace is removed one release later, with a line `-- contract: <why>` in its
 * migration. Statements that lock a large table for long do not belong in a migration either.
 */

const FIRST_AFTER_RELEASE = '1000'
const LARGE =
  'pays|pay_lines|leave_movements|audit_log|audit_links|lodged_lines|payment_lines|webhook_deliveries'

const REFUSED: readonly [RegExp, string][] = [
  [/\bdrop\s+(?:table|column|view|function|type)\b/i, 'removes what the release before reads'],
  [/\brename\s+(?:to|column|constraint)\b/i, 'renames what the release before reads'],
  [/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i, 'changes a type'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'requires what the release before does not write'],
  [
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
    'requires what the release before does not write',
  ],
  [new RegExp(`\\b(?:update|delete\\s+from)\\s+(?:${LARGE})\\b`, 'i'), 'writes to a large table'],
  [
    new RegExp(`\\bcreate\\s+(?:unique\\s+)?index\\s+(?!concurrently)[^;]*\\bon\\s+(?:${LARGE})\\b`, 'i'),
    'builds an index on a large table',
  ],
]

/** Statements in a migration that the previous release, or a large database, could not tolerate. */
function refusalsOf(text: string): string[] {
  if (/^-- contract: \S/m.test(text)) return []
  const statements = text.replaceAll(/--.*$/gm, '')
  return REFUSED.filter(([pattern]) => pattern.test(statements)).map(([, why]) => why)
}

describe('migrations after the release', () => {
  it('only add', () => {
    const later = readMigrationFiles().filter(({ name }) => name >= FIRST_AFTER_RELEASE)
    expect(later.map(({ name, text }) => [name, refusalsOf(text)]).filter(([, why]) => why?.length)).toEqual(
      [],
    )
  })

  it.each([
    ['alter table employees drop column nickname', 'removes'],
    ['alter table employees rename column a to b', 'renames'],
    ['alter table employees alter column a type bigint', 'changes a type'],
    ['alter table employees alter column a set not null', 'requires'],
    ['alter table employees add column a integer not null', 'requires'],
    ["update pays set status = 'x'", 'writes to a large table'],
    ['create index pays_a on pays (a)', 'builds an index'],
  ])('%s is refused', (statement, why) => {
    expect(refusalsOf(`${statement};`).join()).toContain(why)
    expect(refusalsOf(`-- contract: 0.4.0 no longer reads it\n${statement};`)).toEqual([])
  })

  it.each([
    'create table things (id integer primary key, name text not null)',
    'alter table employees add column a integer not null default 0',
    'alter table employees add column a integer',
    'alter table approvals alter column prepared_by drop not null',
    'create index things_name on things (name)',
  ])('%s is accepted', (statement) => {
    expect(refusalsOf(`${statement};`)).toEqual([])
  })
})
