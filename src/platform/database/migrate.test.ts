import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { OperatorError } from '../operator-error.ts'
import { version } from '../version.ts'
import { dumpSchema } from './dump-schema.ts'
import { migrate, openMigrations } from './migrate.ts'
import { sql } from './sql.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function emptyDatabase(): Promise<TestDatabase> {
  const world = await testDatabase({ migrated: false })
  cleanups.push(world.close)
  return world
}

function directory(files: Record<string, string> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'bureau-migrations-'))
  cleanups.push(() => rmSync(path, { recursive: true, force: true }))
  const platform = new URL('../../../migrations/0001-platform.sql', import.meta.url)
  cpSync(platform, join(path, '0001-platform.sql'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

const migrationsOf = ({ connectionString, clock }: TestDatabase, path: string) =>
  openMigrations({ connectionString, clock, log: silentLog, directory: path })

const run = ({ connectionString, clock }: TestDatabase, path: string) =>
  migrate({ connectionString, clock, log: silentLog, directory: path })

describe('migrations', () => {
  test('are applied in order, once, also by two processes at the same time', async () => {
    const world = await emptyDatabase()
    const path = directory({
      '0003-b.sql': 'alter table public.a add y int;',
      '0002-a.sql': 'create table public.a (x int);',
    })
    const applied = await Promise.all([run(world, path), run(world, path)])
    expect(applied.flat()).toEqual(['0001-platform.sql', '0002-a.sql', '0003-b.sql'])
    const before = await dumpSchema(world.database)
    expect(await run(world, path)).toEqual([])
    expect(await dumpSchema(world.database)).toBe(before)
    expect(
      await world.database.rows(sql`select name, applied_at from platform.migration order by name limit 1`),
    ).toEqual([{ name: '0001-platform.sql', applied_at: world.clock.now() }])
  })

  test('that fail leave nothing of themselves, and are named', async () => {
    const world = await emptyDatabase()
    const path = directory({ '0002-bad.sql': 'create table public.a (x int); select 1 / 0;' })
    await expect(run(world, path)).rejects.toThrow('Migration 0002-bad.sql failed: division by zero')
    expect(await world.database.one(sql`select to_regclass('public.a') as a`)).toEqual({ a: null })
    writeFileSync(join(path, '0002-bad.sql'), 'create table public.a (x int);')
    expect(await run(world, path)).toEqual(['0002-bad.sql'])
  })

  test('that were changed after they had been applied are refused', async () => {
    const world = await emptyDatabase()
    const path = directory({ '0002-a.sql': 'create table public.a (x int);' })
    await run(world, path)
    writeFileSync(join(path, '0002-a.sql'), 'create table public.a (x bigint);')
    await expect(run(world, path)).rejects.toThrow(
      new OperatorError(
        'migrations/0002-a.sql was changed after it was applied to this database. Restore the original file.',
      ),
    )
  })

  test('of a newer version keep this one from starting', async () => {
    const world = await emptyDatabase()
    const path = directory({ '0099-later.sql': 'create table public.a (x int);' })
    await run(world, path)
    rmSync(join(path, '0099-later.sql'))
    await expect(run(world, path)).rejects.toThrow(
      /newer version of Bureau \(0099-later\.sql is unknown here\)/,
    )
  })

  test('of a newer version are refused with the version to install, and nothing is changed', async () => {
    const world = await emptyDatabase()
    const path = directory({
      '0018-version.sql': 'alter table platform.migration add column version text;',
      '0098-early.sql': '',
      '0099-later.sql': '',
    })
    await run(world, path)
    await world.database.run(
      sql`update platform.migration set version = '0.' || substr(name, 4, 1) || '.0' where name > '0018'`,
    )
    rmSync(join(path, '0098-early.sql'))
    rmSync(join(path, '0099-later.sql'))
    writeFileSync(join(path, '0019-mine.sql'), 'create table public.mine ();')
    const before = await world.database.rows(sql`select * from platform.migration`)
    const migrations = migrationsOf(world, path)
    for (const refused of [migrations.run, migrations.status])
      await expect(refused()).rejects.toThrow(
        new OperatorError(
          `This installation was last used by Bureau 0.9.0, and this is Bureau ${version}. ` +
            'Install that version or a newer one: npm install --global ./bureau-0.9.0.tgz',
        ),
      )
    expect(await world.database.rows(sql`select * from platform.migration`)).toEqual(before)
  })

  test('record the version of Bureau from 0018 on', async () => {
    const world = await emptyDatabase()
    const path = directory({
      '0018-version.sql': 'alter table platform.migration add column version text;',
      '0019-next.sql': '',
    })
    await run(world, path)
    const applied_at = world.clock.now()
    expect(await migrationsOf(world, path).status()).toEqual([
      { name: '0001-platform.sql', applied_at, version: null },
      { name: '0018-version.sql', applied_at, version },
      { name: '0019-next.sql', applied_at, version },
    ])
  })

  test('are listed without a change, also in a database that is empty', async () => {
    const world = await emptyDatabase()
    const path = directory({ '0002-a.sql': 'create table public.a (x int);' })
    const pending = ['0001-platform.sql', '0002-a.sql'].map((name) => ({
      name,
      applied_at: null,
      version: null,
    }))
    expect(await migrationsOf(world, path).status()).toEqual(pending)
    expect(await world.database.one(sql`select to_regnamespace('platform') as schema`)).toEqual({
      schema: null,
    })
  })

  test('are applied only as named, for the archive of an older version', async () => {
    const world = await emptyDatabase()
    const path = directory({ '0002-a.sql': '', '0003-b.sql': '' })
    const migrations = migrationsOf(world, path)
    expect(await migrations.run({ only: new Set(['0001-platform.sql', '0002-a.sql']) })).toEqual([
      '0001-platform.sql',
      '0002-a.sql',
    ])
    expect((await migrations.status()).at(-1)).toEqual({
      name: '0003-b.sql',
      applied_at: null,
      version: null,
    })
    expect(await migrations.run()).toEqual(['0003-b.sql'])
  })

  test('do not begin when the work before them fails, and it runs only if a file is pending', async () => {
    const world = await emptyDatabase()
    const migrations = migrationsOf(world, directory({ '0002-a.sql': '' }))
    const seen: (readonly string[])[] = []
    const failing = async (pending: readonly string[]) => {
      seen.push(pending)
      throw new OperatorError('No room.')
    }
    await expect(migrations.run({ before: failing })).rejects.toThrow(new OperatorError('No room.'))
    expect(await world.database.one(sql`select to_regnamespace('platform') as schema`)).toEqual({
      schema: null,
    })
    await migrations.run()
    await migrations.run({ before: failing })
    expect(seen).toEqual([['0001-platform.sql', '0002-a.sql']])
  })

  test('of one process are awaited by another, which says so', async () => {
    const world = await emptyDatabase()
    const path = directory()
    const warned = Promise.withResolvers<string>()
    const log = { ...silentLog, warn: (_: object, message: string) => warned.resolve(message) }
    const { connectionString, clock } = world
    const waiting = openMigrations({ connectionString, clock, log, directory: path })
    let second: Promise<string[]> | undefined
    await migrationsOf(world, path).run({
      before: async () => {
        second = waiting.run()
        expect(await warned.promise).toContain('This one waits')
      },
    })
    expect(await second).toEqual([])
  })
})

describe('the schema dump', () => {
  test('is SQL that makes the same schema again', async () => {
    const original = await emptyDatabase()
    const path = directory({
      '0002-all.sql': `
        create extension pg_trgm with schema public;
        create schema shop;
        comment on schema shop is 'It''s a shop.';
        create type shop.size as enum ('small', 'large');
        create sequence shop.number start 100;
        create table shop.customer (id bigint generated always as identity primary key, name text collate "C" not null);
        create table shop.purchase (
          customer_id bigint not null references shop.customer (id) on delete cascade,
          number bigint not null default nextval('shop.number'),
          size shop.size not null default 'small',
          price numeric(10, 2) check (price >= 0),
          doubled numeric generated always as (price * 2) stored,
          primary key (customer_id, number)
        );
        create index purchase_large on shop.purchase (number desc) where size = 'large';
        create index customer_name on shop.customer using gin (name public.gin_trgm_ops);
        comment on column shop.purchase.price is 'In euros.';
        create function shop.touch() returns trigger language plpgsql as $$ begin return new; end $$;
        create trigger touched before update on shop.purchase for each row execute function shop.touch();
        create view shop.cheap as select number from shop.purchase where price < 1;
      `,
    })
    await run(original, path)
    const dump = await dumpSchema(original.database)
    expect(dump).toContain('constraint purchase_price_check CHECK ((price >= (0)::numeric))')
    expect(dump).not.toContain('graphile_worker')

    const copy = await emptyDatabase()
    await copy.database.run({ text: dump, values: [] })
    expect(await dumpSchema(copy.database)).toBe(dump)
  })
})
