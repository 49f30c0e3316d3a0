import { expect, it } from 'vitest'
import { readMigrationFiles, statementsOf } from './migration-files.ts'

it('splits a text at the ends of its statements only', () => {
  const text = `
    -- A comment; with a semicolon.
    alter table pays add column note text default 'a;b''c;';
    create function f() returns trigger language plpgsql as $body$ begin new.x := ';'; return new; end $body$;
    /* another; comment */ do $$ begin perform 1; end $$ ;
    create table "odd;name" (id int)`
  expect(statementsOf(text).map((statement) => statement.replace(/\s+/g, ' '))).toEqual([
    `-- A comment; with a semicolon. alter table pays add column note text default 'a;b''c;'`,
    `create function f() returns trigger language plpgsql as $body$ begin new.x := ';'; return new; end $body$`,
    '/* another; comment */ do $$ begin perform 1; end $$',
    'create table "odd;name" (id int)',
  ])
  expect(statementsOf(' ; -- nothing;\n ;')).toEqual([])
})

it('loses nothing of a migration but the semicolons between statements', () => {
  for (const { name, text } of readMigrationFiles()) {
    const bare = (part: string) => part.replace(/--.*$/gm, '').replace(/[\s;]/g, '')
    expect([name, bare(statementsOf(text).join(''))]).toEqual([name, bare(text)])
  }
})
