import type { Database, Queryable } from './database.ts'
import { sql } from './sql.ts'

const foreignSchemas = sql`(
  select oid
  from pg_namespace
  where nspname ~ '^pg_' or nspname in ('information_schema', 'graphile_worker')
)`

/** Deterministic SQL of the schemas, compared with docs/schema.sql. Reads the catalogs, because npm's PostgreSQL has no pg_dump. */
export async function dumpSchema(database: Database): Promise<string> {
  return database.transaction(async (tx) => {
    // With an empty path PostgreSQL qualifies every name.
    await tx.run(sql`select /* platform.database.dumpSchema */ set_config('search_path', '', true)`)
    const sections = [
      await extensions(tx),
      await schemas(tx),
      await types(tx),
      await sequences(tx),
      await functions(tx),
      await tables(tx),
      await views(tx),
      await foreignKeys(tx),
      await triggers(tx),
    ]
    return `${sections.flat().join('\n\n')}\n`
  })
}

async function statements(tx: Queryable, statement: ReturnType<typeof sql>): Promise<string[]> {
  const rows = await tx.rows<{ text: string }>(statement)
  return rows.map(({ text }) => text)
}

/** Excludes plpgsql; objects of extensions are excluded everywhere below. */
const extensions = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.extensions */ format('create extension %I with schema %I;', extname, nspname) as text
      from pg_extension
      join pg_namespace on pg_namespace.oid = extnamespace
      where extname <> 'plpgsql'
      order by extname collate "C"
    `,
  )

const schemas = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.schemas */
        format('create schema %I;', nspname)
        || coalesce(format(e'\ncomment on schema %I is %L;', nspname, obj_description(oid, 'pg_namespace')), '') as text
      from pg_namespace
      where oid not in ${foreignSchemas} and nspname <> 'public'
      order by nspname collate "C"
    `,
  )

const types = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.types */
        case typtype
          when 'e' then format('create type %s as enum (%s);', oid::regtype, (
            select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)
            from pg_enum
            where enumtypid = pg_type.oid
          ))
          else format('create domain %s as %s%s%s;', oid::regtype, format_type(typbasetype, typtypmod),
            case when typnotnull then ' not null' else '' end, (
              select string_agg(' ' || pg_get_constraintdef(oid), '' order by conname collate "C")
              from pg_constraint
              where contypid = pg_type.oid and contype = 'c'
            ))
        end as text
      from pg_type
      where
        typtype in ('e', 'd')
        and typnamespace not in ${foreignSchemas}
        and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = pg_type.oid and deptype = 'e')
      order by (oid::regtype)::text collate "C"
    `,
  )

const sequences = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.sequences */
        format('create sequence %s as %s start %s increment %s;', seqrelid::regclass, format_type(seqtypid, null), seqstart,
          seqincrement)
        || coalesce(
          format(e'\ncomment on sequence %s is %L;', seqrelid::regclass, obj_description(seqrelid, 'pg_class')),
          ''
        ) as text
      from pg_sequence
      join pg_class on pg_class.oid = seqrelid
      where
        relnamespace not in ${foreignSchemas}
        and not exists (
          select
          from pg_depend
          where classid = 'pg_class'::regclass and objid = seqrelid and deptype in ('i', 'e')
        )
      order by (seqrelid::regclass)::text collate "C"
    `,
  )

const functions = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.functions */
        rtrim(pg_get_functiondef(oid), e'\n') || ';'
        || coalesce(
          format(e'\ncomment on function %s is %L;', oid::regprocedure, obj_description(oid, 'pg_proc')),
          ''
        ) as text
      from pg_proc
      where
        pronamespace not in ${foreignSchemas}
        and prokind in ('f', 'p')
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      order by (oid::regprocedure)::text collate "C"
    `,
  )

const tables = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.tables */ concat_ws(
        e'\n',
        format(
          e'create %stable %s%s (\n%s\n)%s;',
          case relpersistence when 'u' then 'unlogged ' else '' end,
          class.oid::regclass,
          case when relispartition then format(' partition of %s', (
            select inhparent::regclass from pg_inherits where inhrelid = class.oid
          )) else '' end,
          concat_ws(e',\n', ${columns}, ${tableConstraints}),
          case when relkind = 'p' then ' partition by ' || pg_get_partkeydef(class.oid)
            when relispartition then ' ' || pg_get_expr(relpartbound, class.oid) else '' end
        ),
        ${indexes},
        ${comments}
      ) as text
      from pg_class as class
      where
        relkind in ('r', 'p')
        and relnamespace not in ${foreignSchemas}
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
      order by (class.oid::regclass)::text collate "C"
    `,
  )

const columns = sql`(
  select string_agg(
    concat_ws(
      ' ',
      format('  %I', attname),
      format_type(atttypid, atttypmod),
      case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end,
      case when attnotnull then 'not null' end,
      case attidentity when 'a' then 'generated always as identity' when 'd' then 'generated by default as identity' end,
      case attgenerated
        when 's' then format('generated always as (%s) stored', pg_get_expr(adbin, adrelid))
        when 'v' then format('generated always as (%s) virtual', pg_get_expr(adbin, adrelid))
        else 'default ' || pg_get_expr(adbin, adrelid)
      end
    ),
    e',\n' order by attnum
  )
  from pg_attribute
  join pg_type on pg_type.oid = atttypid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = class.oid and attnum > 0 and not attisdropped
)`

/** Excludes the not-null constraints that only PostgreSQL 18 lists. */
const tableConstraints = sql`(
  select string_agg(
    format('  constraint %I %s', conname, pg_get_constraintdef(oid)),
    e',\n' order by position(contype::text in 'puxc'), conname collate "C"
  )
  from pg_constraint
  where conrelid = class.oid and contype in ('p', 'u', 'x', 'c')
)`

const indexes = sql`(
  select string_agg(
    pg_get_indexdef(indexrelid) || ';'
    || coalesce(
      format(e'\ncomment on index %s is %L;', indexrelid::regclass, obj_description(indexrelid, 'pg_class')),
      ''
    ),
    e'\n' order by (indexrelid::regclass)::text collate "C"
  )
  from pg_index
  where
    indrelid = class.oid
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
)`

const comments = sql`(
  select string_agg(
    case when objsubid = 0
      then format('comment on table %s is %L;', class.oid::regclass, description)
      else format('comment on column %s.%I is %L;', class.oid::regclass, attname, description)
    end,
    e'\n' order by objsubid
  )
  from pg_description
  left join pg_attribute on attrelid = objoid and attnum = objsubid
  where objoid = class.oid and classoid = 'pg_class'::regclass
)`

const views = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.views */
        format(e'create %sview %s as\n%s', case relkind when 'm' then 'materialized ' else '' end, oid::regclass,
          pg_get_viewdef(oid))
        || coalesce(
          format(e'\ncomment on %sview %s is %L;', case relkind when 'm' then 'materialized ' else '' end, oid::regclass,
            obj_description(oid, 'pg_class')),
          ''
        ) as text
      from pg_class
      where
        relkind in ('v', 'm')
        and relnamespace not in ${foreignSchemas}
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      order by oid::regclass::text collate "C"
    `,
  )

const foreignKeys = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.foreignKeys */ string_agg(
        format('alter table %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)),
        e'\n' order by conname collate "C"
      ) as text
      from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace not in ${foreignSchemas}
      group by conrelid
      order by (conrelid::regclass)::text collate "C"
    `,
  )

const triggers = (tx: Queryable) =>
  statements(
    tx,
    sql`
      select /* platform.database.triggers */ string_agg(
        pg_get_triggerdef(pg_trigger.oid) || ';'
        || coalesce(
          format(e'\ncomment on trigger %I on %s is %L;', tgname, tgrelid::regclass,
            obj_description(pg_trigger.oid, 'pg_trigger')),
          ''
        ),
        e'\n' order by tgname collate "C"
      ) as text
      from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and tgparentid = 0 and relnamespace not in ${foreignSchemas}
      group by tgrelid
      order by (tgrelid::regclass)::text collate "C"
    `,
  )
