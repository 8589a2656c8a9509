import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CollectionParts } from '../administration/collection/collection-parts.ts'
import type { ListingCursors } from '../catalogue/listings/listing-cursors.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import type { CollectionPlaylists } from '../library/collection-playlists/collection-playlists.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import type { AudioParts } from '../media/files/audio-routes.ts'
import type { PictureParts } from '../media/pictures/picture-routes.ts'
import type { TranscodedStreams } from '../media/transcoding/transcoded-streams.ts'
import type { GivenSettings } from '../setting-schemas.ts'
import type { Caller } from './request/authenticate.ts'
import type { Parameters } from './request/parameters.ts'
import type { Fields } from './response/fields.ts'

/** What the calls need of the service. */
export interface CallParts {
  readonly open: OpenDatabase
  readonly audio: AudioParts
  readonly pictures: PictureParts
  readonly transcodes: TranscodedStreams
  readonly liveUpdates: LiveUpdates
  readonly collectionPlaylists: CollectionPlaylists
  /** Settings that the environment gives. */
  readonly given: GivenSettings
  /** For how many days listens are kept; undefined for ever. */
  readonly listensDays: number | undefined
  /** What artists' names are sorted without. */
  readonly sortArticles: readonly string[]
  readonly imports: Pick<CollectionParts, 'music' | 'startedImport' | 'startImport'>
}

/** The same, and what they share among themselves. */
export interface CallTools extends CallParts {
  readonly db: Database
  readonly cursors: ListingCursors
}

/** What a call is asked with. */
export interface CallInput {
  readonly parameters: Parameters
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** One call of the protocol. */
export interface Call {
  /**
   * `read`: changes nothing. `listen`: records what is played. `edit`: changes the library, which an app needs the scope
   * for. `file`: sends bytes, and has limits of its own.
   */
  readonly kind: 'read' | 'listen' | 'edit' | 'file'
  /** @returns the answer's fields; undefined if it has sent bytes */
  answer(input: CallInput): Promise<Fields | undefined> | Fields | undefined
}

/** Calls by name, as `getAlbum`. */
export type Calls = Readonly<Record<string, Call>>

export const read = (answer: Call['answer']): Call => ({ kind: 'read', answer })
export const listen = (answer: Call['answer']): Call => ({ kind: 'listen', answer })
export const edit = (answer: Call['answer']): Call => ({ kind: 'edit', answer })
export const file = (answer: Call['answer']): Call => ({ kind: 'file', answer })
