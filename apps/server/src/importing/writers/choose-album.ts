import { shortId } from '@refrain/audio/bytes/audio-id'
import type { Transaction } from '../../database/tables.ts'
import type { ImportedAlbum } from '../phases/group-albums.ts'

const AT_ONCE = 500

/** Id and key of an album's row. */
export interface ChosenAlbum {
  readonly id: string
  readonly key: string
}

/**
 * Chooses the row of an album. If its key is new, but its tracks come from an album that keeps none of them, it is
 * that album, renamed or moved, and keeps its id. If the same release with the same track numbers exists from another
 * folder, it is a copy (for example in another format) and gets a row of its own.
 * @param tracks ids of its present tracks
 * @param missing ids of tracks whose files this import did not find
 */
export async function chooseAlbum(
  tx: Transaction,
  album: ImportedAlbum,
  tracks: readonly string[],
  missing: ReadonlySet<string>,
): Promise<ChosenAlbum> {
  const named = await findAlbum(tx, album.key)
  const isCopy =
    named !== undefined && album.mbid !== '' && (await hasSameTracks(tx, named, album, tracks, missing))
  const key = isCopy ? `${album.key}\n${album.folder}` : album.key
  const known = isCopy ? await findAlbum(tx, key) : named
  return { key, id: known ?? (await findFormerAlbum(tx, tracks, missing)) ?? (await freeAlbumId(tx, key)) }
}

async function findAlbum(tx: Transaction, key: string): Promise<string | undefined> {
  return (await tx.selectFrom('albums').select('id').where('album_key', '=', key).executeTakeFirst())?.id
}

/** True if the album has other tracks with the same disc and number. */
async function hasSameTracks(
  tx: Transaction,
  id: string,
  album: ImportedAlbum,
  own: readonly string[],
  missing: ReadonlySet<string>,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('tracks')
    .select(['id', 'disc', 'number'])
    .where('album_id', '=', id)
    .where('available', '=', 1)
    .where('number', '>', 0)
    .execute()
  const others = rows.filter(row => !own.includes(row.id) && !missing.has(row.id))
  const numbers = new Set(others.map(row => `${row.disc}.${row.number}`))
  return album.tracks.some(track => numbers.has(`${track.disc}.${track.number}`))
}

async function findFormerAlbum(tx: Transaction, tracks: readonly string[], missing: ReadonlySet<string>) {
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
    const keepsSome = rows.some(row => row.available === 1 && !own.has(row.id) && !missing.has(row.id))
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
