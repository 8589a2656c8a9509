import { shortId } from '@refrain/audio/bytes/audio-id'
import type { Transaction } from '../database/tables.ts'
import type { GatheredAlbum } from './phase-3-gather.ts'

const AT_ONCE = 500

/** An album's row, and the key it goes by. */
export interface ChosenAlbum {
  readonly id: string
  readonly key: string
}

/**
 * Which row an album is. Where its key is new but its tracks were all of one album that keeps none of them,
 * it is that album under another name or in another folder, and its id stays. A release that is there
 * already, number for number, from another folder is a copy (in another format, say) and an album of its own.
 * @param tracks ids of the tracks it now has
 * @param vanished ids of tracks whose files this run did not find
 */
export async function chooseAlbum(
  tx: Transaction,
  album: GatheredAlbum,
  tracks: readonly string[],
  vanished: ReadonlySet<string>,
): Promise<ChosenAlbum> {
  const named = await findAlbum(tx, album.key)
  const isCopy =
    named !== undefined && album.mbid !== '' && (await holdsSame(tx, named, album, tracks, vanished))
  const key = isCopy ? `${album.key}\n${album.folder}` : album.key
  const known = isCopy ? await findAlbum(tx, key) : named
  return { key, id: known ?? (await formerAlbum(tx, tracks, vanished)) ?? (await freeAlbumId(tx, key)) }
}

async function findAlbum(tx: Transaction, key: string): Promise<string | undefined> {
  return (await tx.selectFrom('albums').select('id').where('album_key', '=', key).executeTakeFirst())?.id
}

/** True where an album has other tracks of the same disc and number. */
async function holdsSame(
  tx: Transaction,
  id: string,
  album: GatheredAlbum,
  own: readonly string[],
  vanished: ReadonlySet<string>,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('tracks')
    .select(['id', 'disc', 'number'])
    .where('album_id', '=', id)
    .where('available', '=', 1)
    .where('number', '>', 0)
    .execute()
  const others = rows.filter(row => !own.includes(row.id) && !vanished.has(row.id))
  const places = new Set(others.map(row => `${row.disc}.${row.number}`))
  return album.tracks.some(track => places.has(`${track.disc}.${track.number}`))
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
