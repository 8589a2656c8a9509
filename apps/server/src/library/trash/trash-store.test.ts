import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { writerOf } from '../../database/writer.ts'
import { writeBatch } from '../../importing/write-batch.ts'
import { makePostgres } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { movePlaylistToTrash } from './deleted-playlist-store.ts'
import { restoreEntries } from './restoring-store.ts'
import { moveToTrash, restoreFromTrash } from './trash-store.ts'

const NOW = Date.now()

/** The embedded database has one writer at a time. */
describe('the trash while listeners change their playlists on PostgreSQL', () => {
  let open: OpenDatabase
  let track = ''
  beforeEach(async () => {
    const made = await makePostgres()
    open = made.open
    const { artist, album, track: addTrack } = seed(open.db)
    const ada = await artist('Ada')
    track = await addTrack('One', await album('First', ada), [ada])
    await addUser()
    await addPlaylist('deleted')
    await addPlaylist('kept')
    return made.end
  })

  async function addUser(): Promise<void> {
    const [email, nothing] = ['ada@example.org', { password_hash: null, google_sub: null, profile_path: '' }]
    await open.db
      .insertInto('users')
      .values({ id: 'ada', name: 'Ada', email, folded_email: email, created_at: 0, ...nothing })
      .execute()
  }

  async function addPlaylist(id: string, db: Database = open.db): Promise<void> {
    await db
      .insertInto('playlists')
      .values({
        ...{ id, user_id: 'ada', kind: 'playlist', title: id, version: 1, created_at: 0 },
        ...{ profile_path: '', color: '', thumbhash: '' },
      })
      .execute()
  }

  const add = (tx: Transaction, playlist_id: string) =>
    tx
      .insertInto('playlist_tracks')
      .values({ playlist_id, track_id: track, position: 1, added_at: 1 })
      .execute()
  const deletePlaylist = (tx: Transaction) => tx.deleteFrom('playlists').where('id', '=', 'deleted').execute()
  const forget = async (tx: Transaction) => {
    await moveToTrash(tx, [{ id: track, audio_id: track, forgotten_at: NOW }])
    await tx.deleteFrom('tracks').where('id', '=', track).execute()
  }
  const placesIn = async (table: 'forgotten_places' | 'playlist_tracks') =>
    (await open.db.selectFrom(table).select('playlist_id').execute()).map(row => row.playlist_id)

  /** Commits the first transaction once the second one waits for it. One is an import's, the other a listener's. */
  async function during(
    first: (tx: Transaction) => Promise<unknown>,
    second: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const tx = await writerOf(open.db).startTransaction().execute()
    await first(tx as unknown as Transaction)
    const waiting = writeBatch(open.db, second)
    // It is awaited once the first transaction has ended; until then its failure has a listener.
    waiting.catch(() => {})
    await vi.waitFor(
      async () => {
        const locks = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(open.db)
        expect(locks.rows).toHaveLength(1)
      },
      { timeout: 30_000 },
    )
    await tx.commit().execute()
    await waiting
  }

  it('skips a playlist that is deleted while its track is being forgotten', async () => {
    for (const id of ['deleted', 'kept']) await write(open.db, tx => add(tx, id))
    await during(deletePlaylist, forget)
    expect(await placesIn('forgotten_places')).toEqual(['kept'])
  })

  it('includes an entry that is added while its track is being forgotten', async () => {
    await during(tx => add(tx, 'kept'), forget)
    expect(await placesIn('forgotten_places')).toEqual(['kept'])
  })

  it('skips a playlist that is deleted while its track is being restored', async () => {
    for (const id of ['deleted', 'kept']) await write(open.db, tx => add(tx, id))
    await write(open.db, tx => moveToTrash(tx, [{ id: track, audio_id: track, forgotten_at: NOW }]))
    await open.db.deleteFrom('playlist_tracks').execute()
    await during(deletePlaylist, tx => restoreFromTrash(tx, [track]))
    expect(await placesIn('playlist_tracks')).toEqual(['kept'])
  })

  /** Restores the deleted playlist once the import has changed the track, but not ended. */
  const restoreDuring = (change: (tx: Transaction) => Promise<unknown>) =>
    during(change, async tx => {
      await addPlaylist('deleted', tx)
      await restoreEntries(tx, 'deleted')
    })

  it('restores an entry whose track returns meanwhile', async () => {
    await write(open.db, tx => add(tx, 'deleted'))
    await write(open.db, tx => movePlaylistToTrash(tx, 'ada', 'deleted', NOW))
    const row = await open.db.selectFrom('tracks').selectAll().executeTakeFirstOrThrow()
    await write(open.db, forget)
    await restoreDuring(async tx => {
      await tx.insertInto('tracks').values(row).execute()
      await restoreFromTrash(tx, [track])
    })
    expect(await placesIn('playlist_tracks')).toEqual(['deleted'])
  })

  it('restores an entry whose track is forgotten meanwhile', async () => {
    await write(open.db, tx => add(tx, 'deleted'))
    await write(open.db, tx => movePlaylistToTrash(tx, 'ada', 'deleted', NOW))
    await restoreDuring(forget)
    expect(await placesIn('forgotten_places')).toEqual(['deleted'])
  })

  it('includes a deleted playlist that its listener restores while its track returns', async () => {
    await write(open.db, tx => add(tx, 'deleted'))
    await write(open.db, tx => movePlaylistToTrash(tx, 'ada', 'deleted', NOW))
    const row = await open.db.selectFrom('tracks').selectAll().executeTakeFirstOrThrow()
    await write(open.db, forget)
    await during(
      async tx => {
        await addPlaylist('deleted', tx)
        await restoreEntries(tx, 'deleted')
      },
      async tx => {
        await tx.insertInto('tracks').values(row).execute()
        await restoreFromTrash(tx, [track])
      },
    )
    expect(await placesIn('playlist_tracks')).toEqual(['deleted'])
  })
})
