import type { RawReader } from './raw-reader.ts'

/** Twenty rows of a listing that begin somewhere known, different for each `n`. */
export async function rowsOfPage(
  raw: RawReader,
  table: 'albums' | 'artists',
  key: 'sort_title' | 'sort_name',
  n: number,
): Promise<unknown> {
  const letter = String.fromCharCode('a'.charCodeAt(0) + (n % 26))
  const rows = await raw.run(
    `select * from ${table} where (${key}, id) > (?, '') order by ${key}, id limit 20`,
    letter,
  )
  if (table === 'artists') return rows
  return raw.run(
    `select id, album_id from tracks where album_id in (${rows.map(() => '?').join(', ') || "''"})`,
    ...rows.map(({ id }) => String(id)),
  )
}
