import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { OperatorError } from '../operator-error.ts'
import { dumpSchema } from './dump-schema.ts'
import { migrate } from './migrate.ts'
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
