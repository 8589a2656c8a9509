import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** What every new PostgreSQL database of the run has. */
    postgresTemplate: DatabaseContent
  }
}

interface DatabaseContent {
  /** Hash of its definitions. */
  readonly shape: string
  /** The rows of each table that has any, as JSON, in the order to insert them. */
  readonly rows: readonly { readonly table: string; readonly rows: string }[]
}

/**
 * Definitions, statistics, settings and tables of more than ten pages: below that, the planner takes every table for the same
 * size. A database in which a test has changed one of them is not used again.
 */
const SHAPE = `
  with own as (select * from pg_class where relnamespace = 'public'::regnamespace)
  select md5(string_agg(line, ',' order by line)) as shape from (
    select concat_ws(' ', 'class', oid, relname, relkind, relnatts, reltuples, relhastriggers) as line from own
    union all select concat_ws(' ', 'large', oid) from own where relkind = 'r' and pg_relation_size(oid) > 10 * 8192
    union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, atttypmod, attnotnull, atthasdef, attisdropped)
      from pg_attribute join own on own.oid = attrelid
    union all select concat_ws(' ', 'constraint', oid, convalidated) from pg_constraint
    union all select concat_ws(' ', 'function', oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'trigger', oid, tgenabled) from pg_trigger
    union all select concat_ws(' ', 'statistic', starelid, staattnum) from pg_statistic join own on own.oid = starelid
    union all select concat_ws(' ', 'schema', oid) from pg_namespace where nspname !~ '^pg_(toast_)?temp'
    union all select concat_ws(' ', 'setting', setconfig::text) from pg_db_role_setting
      join pg_database on pg_database.oid = setdatabase and datname = current_database()
  ) as lines`

/** `set` allows to delete and insert in any order. The block spares the tables without pages, which are most. */
const EMPTY = `
  set local session_replication_role = replica;
  do $$ declare name text; begin
    for name in select oid::regclass::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop execute 'delete from ' || name; end loop;
  end $$`

/** Read once from the migrated database that the others are copies of. */
export async function readTemplate(url: string): Promise<DatabaseContent> {
  return connected(url, async client => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
    )
    const rows = []
    for (const { name: table } of tables) {
      const { rows: read } = await client.query<{ all: string | null }>(
        `select json_agg(t)::text as all from ${table} t`,
      )
      if (read[0]?.all) rows.push({ table, rows: read[0].all })
    }
    return { shape: await readShape(client), rows }
  })
}

/** Empties a database between tests, through a connection of its own: a new one would read the catalogue of PostgreSQL again. */
export interface Emptier {
  /** Removes what a test has written. @returns false if that cannot be done */
  empty(): Promise<boolean>
  end(): Promise<void>
}

export async function openEmptier(url: string): Promise<Emptier> {
  const template = inject('postgresTemplate')
  const client = new pg.Client({ connectionString: url })
  // A test may end all connections of its database: emptying fails then.
  client.on('error', () => {})
  await client.connect()
  return {
    empty: () => emptyAgain(client, template).catch(() => false),
    end: () => client.end(),
  }
}

async function emptyAgain(client: pg.Client, template: DatabaseContent): Promise<boolean> {
  await client.query(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  if ((await readShape(client)) !== template.shape) return false
  await client.query('begin')
  await client.query(EMPTY)
  for (const { table, rows } of template.rows)
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      rows,
    ])
  await client.query('commit')
  return true
}

async function readShape(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE)
  return rows[0]?.shape ?? ''
}

/** Opens a connection of its own for one piece of work. */
export async function connected<Result>(
  url: string,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
