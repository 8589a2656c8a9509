import { foldForSearch } from '@refrain/contract/fold-for-search'
import type { Selectable } from 'kysely'
import { lockRows } from '../database/lock-rows.ts'
import type { Transaction } from '../database/tables.ts'
import { type TrackCredit, updateTrackCredits } from './credits/credit-writer.ts'
import type { ArtistRole, LyricsRow, TrackRow } from './tables.ts'
import { incrementCatalogueVersion } from './version-writer.ts'

interface TrackArtist {
  readonly id: string
  readonly role: ArtistRole
  /** As the track spells it. */
  readonly name: string
  /** As its tags have it, '' if they do not. */
  readonly sortName: string
}

export interface TrackData {
  readonly row: Omit<
    Selectable<TrackRow>,
    'search_title' | 'added_at' | 'play_count' | 'available' | 'released' | 'length_ms'
  >
  /** In order; the first is the main artist. */
  readonly artists: readonly TrackArtist[]
  readonly credits: readonly TrackCredit[]
  readonly genreIds: readonly string[]
  readonly lyrics: Omit<LyricsRow, 'track_id'> | undefined
  /** See `ChaptersRow`; '' if there are none. */
  readonly chapters: string
}

export interface UpsertedTracks {
  readonly added: ReadonlySet<string>
  readonly changed: ReadonlySet<string>
  /** Former albums, artists and genres of the tracks, which may have no tracks now. */
  readonly former: { albums: string[]; artists: string[]; genres: string[] }
}

export async function upsertTracks(
  tx: Transaction,
  tracks: readonly TrackData[],
  now: number,
): Promise<UpsertedTracks> {
  const ids = tracks.map(track => track.row.id)
  // Before their artists and genres, as a counted play does.
  await lockRows(tx, 'tracks', ids, 'changes')
  const stored = new Map(
    (await tx.selectFrom('tracks').selectAll().where('id', 'in', ids).execute()).map(row => [row.id, row]),
  )
  const added = tracks.filter(track => !stored.has(track.row.id))
  const changed = new Set<string>()
  const former = { albums: [] as string[], artists: [] as string[], genres: [] as string[] }
  if (added.length > 0) {
    await tx
      .insertInto('tracks')
      .values(added.map(({ row }) => ({ ...toRow(row), added_at: now })))
      .execute()
  }
  for (const { row } of tracks) {
    const old = stored.get(row.id)
    const values = toRow(row)
    if (!old || Object.entries(values).every(([column, value]) => old[column as keyof typeof old] === value))
      continue
    await tx.updateTable('tracks').set(values).where('id', '=', row.id).execute()
    changed.add(row.id)
    if (old.album_id !== row.album_id) former.albums.push(old.album_id)
    if (old.artist_id !== row.artist_id) former.artists.push(old.artist_id)
  }
  former.artists.push(...(await updateTrackArtists(tx, tracks, changed)))
  // New tracks, of which most have no credits, have none to replace.
  const withCredits = tracks.filter(({ row, credits }) => credits.length > 0 || stored.has(row.id))
  await updateTrackCredits(tx, withCredits, changed)
  former.genres.push(...(await updateTrackGenres(tx, tracks, changed)))
  await updateLyrics(tx, tracks, changed)
  await updateChapters(tx, tracks, changed)
  const addedIds = new Set(added.map(track => track.row.id))
  for (const id of addedIds) changed.delete(id)
  return { added: addedIds, changed, former }
}

const toRow = (row: TrackData['row']) => ({
  ...row,
  search_title: foldForSearch(row.title),
  available: 1,
})

/** @returns artists removed from a track */
async function updateTrackArtists(tx: Transaction, tracks: readonly TrackData[], changed: Set<string>) {
  const rows = await tx
    .selectFrom('track_artists')
    .select(['track_id', 'artist_id', 'role', 'name', 'sort_name'])
    .where('track_id', 'in', idsOf(tracks))
    .orderBy('position')
    .execute()
  // Names are one line each.
  const link = (...fields: readonly string[]) => fields.join('\n')
  const before = rows.map(row => ({
    track_id: row.track_id,
    linked: link(row.artist_id, row.role, row.name, row.sort_name),
  }))
  const wanted = (track: TrackData) =>
    track.artists.map(({ id, role, name, sortName }) => link(id, role, name, sortName))
  const { ids, links } = diffLinks(tracks, before, wanted)
  if (ids.length === 0) return []
  await tx.deleteFrom('track_artists').where('track_id', 'in', ids).execute()
  const values = links.map(({ linked, ...place }) => {
    const [artist_id = '', role, name = '', sort_name = ''] = linked.split('\n')
    return { ...place, artist_id, role: role as ArtistRole, name, sort_name }
  })
  if (values.length > 0) await tx.insertInto('track_artists').values(values).execute()
  for (const id of ids) changed.add(id)
  // Another spelling or role of an artist removes nobody.
  const kept = new Map(tracks.map(({ row, artists }) => [row.id, new Set(artists.map(({ id }) => id))]))
  const gone = rows.filter(row => !kept.get(row.track_id)?.has(row.artist_id))
  return [...new Set(gone.map(row => row.artist_id))]
}

/** @returns genres removed from a track */
async function updateTrackGenres(tx: Transaction, tracks: readonly TrackData[], changed: Set<string>) {
  const rows = await tx
    .selectFrom('track_genres')
    .select(['track_id', 'genre_id as linked'])
    .where('track_id', 'in', idsOf(tracks))
    .orderBy('position')
    .execute()
  const { ids, links, removed } = diffLinks(tracks, rows, track => track.genreIds)
  if (ids.length === 0) return []
  await tx.deleteFrom('track_genres').where('track_id', 'in', ids).execute()
  const values = links.map(({ linked, ...link }) => ({ ...link, genre_id: linked }))
  if (values.length > 0) await tx.insertInto('track_genres').values(values).execute()
  for (const id of ids) changed.add(id)
  return removed
}

const idsOf = (tracks: readonly TrackData[]) => tracks.map(track => track.row.id)

/** The tracks whose links differ from the stored rows, their new links, and the links they had. */
function diffLinks(
  tracks: readonly TrackData[],
  rows: readonly { track_id: string; linked: string }[],
  wanted: (track: TrackData) => readonly string[],
) {
  const rowsByTrack = Map.groupBy(rows, row => row.track_id)
  const stored = (id: string) => rowsByTrack.get(id)?.map(row => row.linked)
  const different = tracks.filter(track => !isSameList(stored(track.row.id), wanted(track)))
  const ids = idsOf(different)
  return {
    ids,
    links: different.flatMap(track =>
      wanted(track).map((linked, position) => ({ track_id: track.row.id, linked, position })),
    ),
    removed: ids.flatMap(id => stored(id) ?? []),
  }
}

async function updateLyrics(tx: Transaction, tracks: readonly TrackData[], changed: Set<string>) {
  const ids = tracks.map(track => track.row.id)
  const rows = await tx.selectFrom('lyrics').selectAll().where('track_id', 'in', ids).execute()
  const stored = new Map(rows.map(row => [row.track_id, row]))
  for (const { row, lyrics } of tracks) {
    const old = stored.get(row.id)
    if (old?.body === lyrics?.body && old?.synced === lyrics?.synced) continue
    if (old) await tx.deleteFrom('lyrics').where('track_id', '=', row.id).execute()
    if (lyrics)
      await tx
        .insertInto('lyrics')
        .values({ track_id: row.id, ...lyrics })
        .execute()
    changed.add(row.id)
  }
}

async function updateChapters(tx: Transaction, tracks: readonly TrackData[], changed: Set<string>) {
  const ids = tracks.map(track => track.row.id)
  const rows = await tx.selectFrom('chapters').selectAll().where('track_id', 'in', ids).execute()
  const stored = new Map(rows.map(row => [row.track_id, row.body]))
  for (const { row, chapters } of tracks) {
    const old = stored.get(row.id) ?? ''
    if (old === chapters) continue
    if (old) await tx.deleteFrom('chapters').where('track_id', '=', row.id).execute()
    if (chapters) await tx.insertInto('chapters').values({ track_id: row.id, body: chapters }).execute()
    changed.add(row.id)
  }
}

/** Makes tracks unavailable whose files are missing; `upsertTracks` makes them available again. */
export async function markUnavailable(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { numUpdatedRows } = await tx
    .updateTable('tracks')
    .set({ available: 0 })
    .where('id', 'in', ids)
    .where('available', '=', 1)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await incrementCatalogueVersion(tx)
}

function isSameList(stored: readonly string[] = [], wanted: readonly string[]): boolean {
  return stored.length === wanted.length && stored.every((id, n) => id === wanted[n])
}
