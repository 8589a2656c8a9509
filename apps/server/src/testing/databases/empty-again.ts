import pg from 'pg'
import { inject } from 'vitest'
import { warmProcesses } from './warm-connections.ts'

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
 * size. A database in which a test has changed one of them is not used again. Whatever is changed gets the number of its
 * transaction as `xmin`, so that numbers say as much as what is defined, in a fifth of the time.
 */
const SHAPE = `
  select concat_ws(' ',
    (select concat_ws(',', count(*), max(xmin::text::bigint), sum(reltuples),
      sum(case when relkind = 'r' and pg_relation_size(oid) > 10 * 8192 then 1 else 0 end))
      from pg_class where relnamespace = 'public'::regnamespace),
    ${[
      'pg_attribute.attrelid',
      'pg_constraint.oid',
      'pg_index.indexrelid',
      'pg_proc.oid',
      'pg_trigger.oid',
      'pg_statistic.starelid',
      'pg_namespace.oid',
    ]
      .map(column => {
        const [catalogue] = column.split('.')
        const own = catalogue === 'pg_namespace' ? "nspname !~ '^pg_(toast_)?temp'" : `${column} >= 16384`
        return `(select concat_ws(',', count(*), max(${catalogue}.xmin::text::bigint)) from ${catalogue} where ${own})`
      })
      .join(',')},
    (select string_agg(setconfig::text, ',') from pg_db_role_setting
      join pg_database on pg_database.oid = setdatabase and datname = current_database())) as shape`

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
    empty: async () => {
      const kept = await warmProcesses(url)
      return emptyAgain(client, template, kept).catch(() => false)
    },
    end: () => client.end(),
  }
}

async function emptyAgain(
  client: pg.Client,
  template: DatabaseContent,
  kept: readonly number[],
): Promise<boolean> {
  await client.query(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and pid <> all($1)`,
    [kept],
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
