import type { Transaction } from '../database/tables.ts'
import { shortId } from './audio-id.ts'

const AT_ONCE = 500

/**
 * The id of an album. Where its key is new but its tracks were all of one album that keeps none of them,
 * it is that album under another name or in another folder, and its id stays.
 * @param tracks ids of the tracks it now has
 * @param vanished ids of tracks whose files this run did not find
 */
export async function chooseAlbum(
  tx: Transaction,
  key: string,
  tracks: readonly string[],
  vanished: ReadonlySet<string>,
): Promise<string> {
  const known = await tx.selectFrom('albums').select('id').where('album_key', '=', key).executeTakeFirst()
  return known?.id ?? (await formerAlbum(tx, tracks, vanished)) ?? freeAlbumId(tx, key)
}

async function formerAlbum(tx: Transaction, tracks: readonly string[], vanished: ReadonlySet<string>) {
  const counts = new Map<string, number>()
  for (let at = 0; at < tracks.length; at += AT_ONCE) {
    const rows = await tx
      .selectFrom('tracks')
      .select('album_id')
      .where('id', 'in', tracks.slice(at, at + AT_ONCE))
      .execute()
    for (const row of rows) counts.set(row.album_id, (counts.get(row.album_id) ?? 0) + 1)
  }
  const own = new Set(tracks)
  const former = Array.from(counts).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  for (const [id] of former) {
    const rows = await tx
      .selectFrom('tracks')
      .select(['id', 'available'])
      .where('album_id', '=', id)
      .execute()
    const keepsSome = rows.some(row => row.available === 1 && !own.has(row.id) && !vanished.has(row.id))
    if (!keepsSome) return id
  }
  return undefined
}

async function freeAlbumId(tx: Transaction, key: string): Promise<string> {
  for (let n = 1; ; n++) {
    const id = shortId('album\n', n === 1 ? key : `${key}\n${n}`)
    if (!(await tx.selectFrom('albums').select('id').where('id', '=', id).executeTakeFirst())) return id
  }
}
