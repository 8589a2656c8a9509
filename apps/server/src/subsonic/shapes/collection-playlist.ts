import { FOLLOWS_A_FILE, MAX_COLLECTION_PLAYLISTS } from '@refrain/contract/library/collection-playlists'
import { LRUCache } from 'lru-cache'
import {
  readSecondsOf,
  readTrackIdsOf,
  type ShownRow,
} from '../../library/collection-playlists/collection-playlist-store.ts'
import { readServiceName } from '../../live-settings/live-settings.ts'
import type { CallTools } from '../call.ts'
import { readAppId, toAppId, toCoverId } from '../ids.ts'
import type { Fields } from '../response/fields.ts'
import { CODES, notFound, SubsonicError } from '../subsonic-error.ts'

/** Playlists that follow a file of the collection, as apps see them: everybody's to read, nobody's to edit. */
export class CollectionPlaylistShapes {
  readonly #tools: Pick<CallTools, 'db' | 'given' | 'collectionPlaylists'>
  /** Lengths by playlist and version: apps ask for all lists often, and their tracks are many. */
  readonly #seconds = new LRUCache<string, number>({ max: MAX_COLLECTION_PLAYLISTS })

  constructor(tools: Pick<CallTools, 'db' | 'given' | 'collectionPlaylists'>) {
    this.#tools = tools
  }

  /** @param ownerId if given, only those of this listener */
  async list(ownerId?: string): Promise<Fields[]> {
    const rows = await this.#tools.collectionPlaylists.readRows()
    return this.#describe(rows.filter(row => ownerId === undefined || row.owner_id === ownerId))
  }

  /** @throws SubsonicError (70) if there is none */
  async read(id: string): Promise<{ readonly fields: Fields; readonly tracks: readonly string[] }> {
    const row = await this.#tools.collectionPlaylists.readRow(id)
    if (!row) throw notFound('playlist')
    const [fields = {}] = await this.#describe([row])
    return { fields, tracks: await readTrackIdsOf(this.#tools.db, id) }
  }

  /**
   * Before an edit of a playlist.
   * @param given the id as an app sends it
   * @throws SubsonicError (50) if it is one of the collection
   */
  async refuse(given: string | undefined): Promise<void> {
    const known = given === undefined ? undefined : readAppId(given)
    if (known?.kind !== 'playlist') return
    if (await this.#tools.collectionPlaylists.readRow(known.id))
      throw new SubsonicError(CODES.notAllowed, FOLLOWS_A_FILE)
  }

  async #describe(rows: readonly ShownRow[]): Promise<Fields[]> {
    if (rows.length === 0) return []
    const { db, given } = this.#tools
    const serviceName = await readServiceName(db, given)
    await this.#measure(rows)
    return rows.map(row => ({
      id: toAppId('playlist', row.id),
      name: row.title,
      comment: '',
      owner: row.owner_name ?? serviceName,
      public: true,
      readonly: true,
      songCount: row.matched,
      duration: Math.round(this.#seconds.get(keyOf(row)) ?? 0),
      created: new Date(row.created_at).toISOString(),
      changed: new Date(row.changed_at).toISOString(),
      coverArt: toCoverId('playlist', row.id, ''),
    }))
  }

  async #measure(rows: readonly ShownRow[]): Promise<void> {
    const unknown = rows.filter(row => !this.#seconds.has(keyOf(row)))
    const seconds = await readSecondsOf(
      this.#tools.db,
      unknown.map(({ id }) => id),
    )
    for (const row of unknown) this.#seconds.set(keyOf(row), seconds.get(row.id) ?? 0)
  }
}

const keyOf = ({ id, version }: ShownRow) => `${id} ${version}`
