import { toEntryId } from '@refrain/contract/entry-ids'
import { foldForSearch } from '@refrain/contract/fold-for-search'
import { isCollectionPlaylistId } from '@refrain/contract/library/collection-playlist-ids'
import type { CollectionPlaylist, ListedPlaylist } from '@refrain/contract/library/collection-playlists'
import { PLAYLIST_COLOUR } from '@refrain/contract/library/playlists'
import type { Database } from '../../database/tables.ts'
import {
  readFirstTracks,
  readShown,
  readShownRow,
  readTrackIdsOf,
  type ShownRow,
} from './collection-playlist-store.ts'

/** A cover is made from the albums of this many first tracks. */
const MAX_COVER_TRACKS = 8
/** Albums in a cover. */
const TILES = 4

/** Playlists that follow a file of the collection, as listeners see them: everybody the same ones, to read only. */
export class CollectionPlaylists {
  readonly #db: Database
  readonly #isOn: boolean

  /** @param isOn the setting; if it is off, nobody sees any */
  constructor(db: Database, isOn: boolean) {
    this.#db = db
    this.#isOn = isOn
  }

  /** By title, for pages. */
  async list(): Promise<ListedPlaylist[]> {
    const rows = await this.readRows()
    const ids = rows.map(({ id }) => id)
    const first = await readFirstTracks(this.#db, ids, MAX_COVER_TRACKS)
    return rows.map(row => ({
      id: row.id,
      title: row.title,
      songs: row.matched,
      coverTracks: chooseCovers(first.get(row.id) ?? []),
      ownerName: row.owner_name ?? '',
    }))
  }

  /** Undefined if there is none of this id, or listeners do not see it. */
  async read(id: string): Promise<CollectionPlaylist | undefined> {
    const row = await this.readRow(id)
    return row && toPlaylist(row, await readTrackIdsOf(this.#db, row.id))
  }

  /** The same without its tracks. */
  async readRow(id: string): Promise<ShownRow | undefined> {
    return this.#isOn && isCollectionPlaylistId(id) ? readShownRow(this.#db, id) : undefined
  }

  /** By title. */
  async readRows(): Promise<ShownRow[]> {
    if (!this.#isOn) return []
    const rows = await readShown(this.#db)
    const keyed = rows.map(row => ({ row, key: foldForSearch(row.title) }))
    return keyed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ row }) => row)
  }
}

function toPlaylist(row: ShownRow, tracks: readonly string[]): CollectionPlaylist {
  const copies = new Map<string, number>()
  const entryIds = tracks.map(trackId => {
    const copy = copies.get(trackId) ?? 0
    copies.set(trackId, copy + 1)
    return toEntryId(trackId, copy)
  })
  return {
    id: row.id,
    type: 'playlist',
    title: row.title,
    picturePath: '',
    color: PLAYLIST_COLOUR,
    thumbhash: '',
    tracks: [...tracks],
    ...(copies.size < tracks.length && { entryIds }),
    comment: '',
    createdAt: new Date(row.created_at).toISOString(),
    changedAt: new Date(row.changed_at).toISOString(),
    version: row.version,
    ownerName: row.owner_name ?? '',
  }
}

/** As the pages choose those of other playlists. */
function chooseCovers(tracks: readonly { readonly trackId: string; readonly albumId: string }[]): string[] {
  const albums = new Map<string, string>()
  for (const { albumId, trackId } of tracks) if (!albums.has(albumId)) albums.set(albumId, trackId)
  const first = [...albums.values()]
  return first.slice(0, first.length < TILES ? 1 : TILES)
}
