import type { Queryable } from '../src/platform/database/database.ts'

/** The tables that have a row with one of these texts anywhere in it. Reads everything. */
export async function mentions(database: Queryable, texts: readonly string[]): Promise<readonly string[]> {
  const tables = await database.rows<{ name: string }>({
    text: `
      select format('%I.%I', n.nspname, c.relname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
       order by 1`,
    values: [],
  })
  const found: string[] = []
  for (const { name } of tables) {
    const row = await database.first({
      text: `select 1 from ${name} t where exists (
        select from unnest($1::text[]) as each (word) where strpos(t::text, each.word) > 0) limit 1`,
      values: [texts],
    })
    if (row) found.push(name)
  }
  return found
}

/** Every row of the tables of a schema, in an order that does not depend on when it was written. */
export async function rowsOf(
  database: Queryable,
  schemas: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await database.rows<{ name: string }>({
    text: `
      select format('%I.%I', n.nspname, c.relname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = any ($1::text[])
       order by 1`,
    values: [schemas],
  })
  const entries: [string, string[]][] = []
  for (const { name } of tables) {
    const rows = await database.rows<{ row: string }>({
      text: `select t::text as row from ${name} t order by 1`,
      values: [],
    })
    entries.push([name, rows.map(({ row }) => row)])
  }
  return Object.fromEntries(entries)
}
