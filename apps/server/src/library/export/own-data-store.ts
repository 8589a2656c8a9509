import type { OwnData } from '@refrain/contract/own-data'
import { sql } from 'kysely'
import { countRecoveryCodes, readTotp } from '../../account/totp/totp-store.ts'
import type { Database } from '../../database/tables.ts'
import { toIsoDate } from './own-listening-store.ts'

const toIsoDateOrNull = (instant: number | null) => (instant === null ? null : toIsoDate(instant))

/** Account data that is not part of the profile. */
export async function readAccountData(db: Database, userId: string) {
  const user = await db
    .selectFrom('users')
    .select(['created_at', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('sessions')
    .select(['browser', 'system', 'network', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const links = await db
    .selectFrom('email_links')
    .select(['purpose', 'email', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'rp_id', 'synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const secondFactor = await readSecondFactor(db, userId)
  const appKeys = await db
    .selectFrom('app_keys')
    .select(['id', 'name', 'kind', 'scope', 'created_at', 'last_used_at', 'last_client', 'last_network'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const addresses = await db
    .selectFrom('sign_in_addresses')
    .select('last_at')
    .where('user_id', '=', userId)
    .orderBy('last_at')
    .execute()
  const pictures = await db
    .selectFrom('uploads')
    .select(['id', 'bytes', 'kept_at'])
    .where('user_id', '=', userId)
    .orderBy('kept_at')
    .execute()
  return {
    createdAt: toIsoDate(user.created_at),
    emailVerifiedAt: toIsoDateOrNull(user.email_verified_at),
    emailLinks: links.map(({ created_at, ...link }) => ({ ...link, sentAt: toIsoDate(created_at) })),
    secondFactor,
    passkeys: passkeys.map(row => ({
      name: row.name,
      address: row.rp_id,
      isSynced: row.synced === 1,
      createdAt: toIsoDate(row.created_at),
      lastUsedAt: toIsoDateOrNull(row.last_used_at),
    })),
    sessions: sessions.map(({ created_at, last_used_at, ...client }) => ({
      ...client,
      createdAt: toIsoDate(created_at),
      lastUsedAt: toIsoDate(last_used_at),
    })),
    appKeys: appKeys.map(({ id, name, kind, scope, ...row }) => ({
      ...{ id, name, kind, scope },
      createdAt: toIsoDate(row.created_at),
      lastUsedAt: toIsoDateOrNull(row.last_used_at),
      lastClient: row.last_client,
      lastNetwork: row.last_network,
    })),
    signInAddresses: addresses.map(row => ({ lastAt: toIsoDate(row.last_at) })),
    pictures: pictures.map(row => ({ id: row.id, bytes: row.bytes, uploadedAt: toIsoDate(row.kept_at) })),
  } satisfies Partial<OwnData>
}

async function readSecondFactor(db: Database, userId: string): Promise<OwnData['secondFactor']> {
  const row = await readTotp(db, userId)
  if (!row || row.enabled_at === null) return null
  return { since: toIsoDate(row.enabled_at), recoveryCodes: await countRecoveryCodes(db, userId) }
}

/** Some songs of a playlist by name, in its order, which begins at `start`. For some hundreds. */
export async function readSongs(
  db: Database,
  table: 'playlist_tracks' | 'deleted_playlist_tracks',
  playlistId: string,
  start: number,
  most: number,
): Promise<OwnData['playlists'][number]['songs']> {
  const rows = await db
    .selectFrom(eb => eb.selectFrom(table).selectAll().where('playlist_id', '=', playlistId).as('entry'))
    .innerJoin('tracks', 'tracks.id', 'entry.track_id')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select([
      'tracks.id',
      'tracks.title',
      'tracks.credit as artistName',
      'albums.title as albumTitle',
      'entry.added_at',
    ])
    .orderBy('position')
    .orderBy('entry.track_id')
    .orderBy('copy')
    .limit(most)
    .offset(start)
    .execute()
  return rows.map(({ added_at, ...song }) => ({ ...song, addedAt: toIsoDate(added_at) }))
}

/** Tracks as other instances recognise them, by id. For some hundreds. */
export async function readArchivedTracks(db: Database, ids: readonly string[]): Promise<OwnData['tracks']> {
  return db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(eb => [
      'tracks.id',
      eb.fn
        .coalesce(
          eb
            .selectFrom('files')
            .select(file => file.fn.max('files.audio_id').as('audio_id'))
            .whereRef('files.track_id', '=', 'tracks.id'),
          sql.lit(''),
        )
        .as('audioId'),
      'tracks.mbid',
      'tracks.title',
      'tracks.credit as artistName',
      'albums.title as albumTitle',
      'albums.mbid as albumMbid',
    ])
    .where('tracks.id', 'in', ids)
    .orderBy('tracks.id')
    .execute()
}
