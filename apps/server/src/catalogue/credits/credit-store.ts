import type { Artist } from '@refrain/contract/catalogue/artists'
import { CREDIT_ROLES, type CreditRole } from '@refrain/contract/catalogue/credit-roles'
import type { ArtistCredit, TrackCredit } from '@refrain/contract/catalogue/credits'
import { CHUNK_SIZE, inChunks } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { colourForId } from '../../media/pictures/picture-colours.ts'
import { readAlbumsByIds } from '../album-store.ts'
import { readArtist } from '../artist-store.ts'

/** Albums of all roles of one person, of which each may have some. */
const MOST_ALBUMS = 2 * CHUNK_SIZE

/** Somebody with a role on a track. */
export interface PersonCredit {
  readonly role: CreditRole
  readonly id: string
  /** As the track spells it. */
  readonly name: string
}

/** The artist with this id, or somebody whom tracks credit with another role only. */
export async function readArtistOrPerson(db: Database, id: string): Promise<Artist | undefined> {
  const artist = await readArtist(db, id)
  if (artist) return artist
  const person = await db.selectFrom('credited_people').select('name').where('id', '=', id).executeTakeFirst()
  if (!person) return undefined
  const { name } = person
  const none = { picturePath: '', followers: 0 }
  return { id, name, ...none, isCreditOnly: true, color: colourForId(id), thumbhash: '' }
}

/** The people of a track by role. */
export async function readTrackCredits(db: Database, trackId: string): Promise<TrackCredit[]> {
  const credits = (await readCreditsOf(db, [trackId])).get(trackId) ?? []
  return Array.from(
    Map.groupBy(credits, credit => credit.role),
    ([role, people]) => ({ role, people: people.map(({ id, name }) => ({ id, name })) }),
  )
}

/** The people of at most CHUNK_SIZE tracks, in the order of roles. Tracks without any are missing. */
export async function readCreditsOf(
  db: Database,
  trackIds: readonly string[],
): Promise<Map<string, PersonCredit[]>> {
  const rows = await db.selectFrom('track_credits').selectAll().where('track_id', 'in', trackIds).execute()
  rows.sort((a, b) => rank(a.role) - rank(b.role) || a.position - b.position)
  const byTrack = Map.groupBy(rows, row => row.track_id)
  return new Map(
    Array.from(byTrack, ([trackId, credits]) => [
      trackId,
      credits.map(({ role, person_id, name }) => ({ role, id: person_id, name })),
    ]),
  )
}

const rank = (role: CreditRole) => CREDIT_ROLES.indexOf(role)

/** Albums of others with tracks on which the person has a role, by role, newest first. */
export async function readArtistCredits(db: Database, personId: string): Promise<ArtistCredit[]> {
  const rows = await readCreditedAlbums(db, personId)
  const albums = new Map<string, ArtistCredit['albums'][number]>()
  for (const ids of inChunks(rows.map(row => row.id)))
    for (const album of await readAlbumsByIds(db, ids)) albums.set(album.id, album)
  const byRole = Map.groupBy(rows, row => row.role)
  return CREDIT_ROLES.flatMap(role => {
    const found = (byRole.get(role) ?? []).flatMap(({ id }) => albums.get(id) ?? [])
    return found.length > 0 ? [{ role, albums: found }] : []
  })
}

/** Ids of such albums with the role, each pair once, newest first. */
export function readCreditedAlbums(db: Database, personId: string) {
  return db
    .selectFrom('track_credits')
    .innerJoin('tracks', 'tracks.id', 'track_credits.track_id')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(['track_credits.role', 'albums.id', 'albums.released_at'])
    .distinct()
    .where('track_credits.person_id', '=', personId)
    .where('tracks.available', '=', 1)
    .where('albums.artist_id', '!=', personId)
    .where('albums.id', 'not in', eb =>
      eb.selectFrom('album_artists').select('album_id').where('artist_id', '=', personId),
    )
    .orderBy('albums.released_at', 'desc')
    .orderBy('albums.id')
    .limit(literal(MOST_ALBUMS))
    .execute()
}
