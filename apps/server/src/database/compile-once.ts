import type { Compilable, CompiledQuery } from 'kysely'
import { directRead } from './direct-read.ts'
import type { Database } from './tables.ts'

/** Stands for the parameter in the compiled query. */
const PLACEHOLDER = '\u0000value'

/** Compiles a query with one parameter, or none, once per database: building it costs more than running most of our queries. */
export function compileOnce<Row>(
  build: (db: Database, value: string) => Compilable<Row>,
): (db: Database, value: string) => Promise<Row[]> {
  const reads = new WeakMap<Database, (value: string) => Promise<Row[]>>()
  return (db, value) => {
    let read = reads.get(db)
    if (!read) {
      read = prepare(db, build(db, PLACEHOLDER).compile())
      reads.set(db, read)
    }
    return read(value)
  }
}

function prepare<Row>(db: Database, query: CompiledQuery<Row>): (value: string) => Promise<Row[]> {
  const { sql, parameters } = query
  const bind = (value: string) => parameters.map(parameter => (parameter === PLACEHOLDER ? value : parameter))
  const direct = directRead(db)
  if (direct) return async value => direct(sql, bind(value)) as Row[]
  return async value => {
    const bound: CompiledQuery<Row> = { ...query, parameters: bind(value) }
    const { rows } = await db.executeQuery(bound)
    return rows
  }
}
