import { type RawBuilder, sql } from 'kysely'

/**
 * What follows a row in an order by a key and then the id: costs the same on every page, which an
 * offset does not.
 */
export function keysetAfter(
  keyColumn: string,
  idColumn: string,
  key: string,
  id: string,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(keyColumn)}, ${sql.ref(idColumn)}) > (${key}, ${id})`
}
