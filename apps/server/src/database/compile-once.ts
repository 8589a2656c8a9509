import type { Compilable, CompiledQuery } from 'kysely'
import { directRead } from './direct-read.ts'
import type { Database } from './tables.ts'

const VALUE = '\u0000value'

/**
 * A read by one value that is built only once for each database: building costs more than
 * most of our reads themselves.
 */
export function compileOnce<Row>(
  build: (db: Database, value: string) => Compilable<Row>,
): (db: Database, value: string) => Promise<Row[]> {
  const reads = new WeakMap<Database, (value: string) => Promise<Row[]>>()
  return (db, value) => {
    let read = reads.get(db)
    if (!read) {
      read = prepare(db, build(db, VALUE).compile())
      reads.set(db, read)
    }
    return read(value)
  }
}

function prepare<Row>(db: Database, query: CompiledQuery<Row>): (value: string) => Promise<Row[]> {
  const { sql, parameters } = query
  const bind = (value: string) => parameters.map(parameter => (parameter === VALUE ? value : parameter))
  const direct = directRead(db)
  if (direct) return async value => direct(sql, bind(value)) as Row[]
  return async value => {
    const bound: CompiledQuery<Row> = { ...query, parameters: bind(value) }
    const { rows } = await db.executeQuery(bound)
    return rows
  }
}
