import { type RawBuilder, sql } from 'kysely'

/** Condition for the rows after one in the order of key and id. Unlike an offset, it costs the same on every page. */
export function keysetAfter(
  keyColumn: string,
  idColumn: string,
  key: string,
  id: string,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(keyColumn)}, ${sql.ref(idColumn)}) > (${key}, ${id})`
}
