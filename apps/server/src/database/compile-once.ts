import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './tables.ts'

const VALUE = '\u0000value'

/**
 * A read by one value that is built only once for each database: building costs more than
 * most of our reads themselves.
 */
export function compileOnce<Row>(
  build: (db: Database, value: string) => Compilable<Row>,
): (db: Database, value: string) => Promise<Row[]> {
  const built = new WeakMap<Database, CompiledQuery<Row>>()
  return async (db, value) => {
    let query = built.get(db)
    if (!query) {
      query = build(db, VALUE).compile()
      built.set(db, query)
    }
    const parameters = query.parameters.map(parameter => (parameter === VALUE ? value : parameter))
    const bound: CompiledQuery<Row> = { ...query, parameters }
    const { rows } = await db.executeQuery(bound)
    return rows
  }
}
