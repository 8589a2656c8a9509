import type { CollectionParts } from '../administration/collection/collection-parts.ts'
import { ListingCursors } from '../catalogue/listings/listing-cursors.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import type { AudioParts } from '../media/files/audio-routes.ts'
import type { PictureParts } from '../media/pictures/picture-routes.ts'
import type { TranscodedStreams } from '../media/transcoding/transcoded-streams.ts'
import type { Calls } from './call.ts'
import { aboutCalls } from './calls/about.ts'
import { albumListCalls } from './calls/album-lists.ts'
import { bookmarkCalls } from './calls/bookmarks.ts'
import { browsingCalls } from './calls/browsing.ts'
import { indexCalls } from './calls/indexes.ts'
import { lyricsCalls } from './calls/lyrics.ts'
import { mediaCalls } from './calls/media.ts'
import { notOfferedCalls } from './calls/not-offered.ts'
import { pictureCalls } from './calls/pictures.ts'
import { playQueueCalls } from './calls/play-queue.ts'
import { playlistCalls } from './calls/playlists.ts'
import { scanCalls } from './calls/scan.ts'
import { scrobbleCalls } from './calls/scrobbles.ts'
import { searchCalls } from './calls/search.ts'
import { songListCalls } from './calls/song-lists.ts'
import { starredCalls } from './calls/starred.ts'
import { starCalls } from './calls/stars.ts'
import { systemCalls } from './calls/system.ts'
import { userCalls } from './calls/users.ts'
import { transcodingCalls } from './transcoding/transcoding-calls.ts'

/** What the calls need of the service. */
export interface CallParts {
  readonly open: OpenDatabase
  readonly audio: AudioParts
  readonly pictures: PictureParts
  readonly transcodes: TranscodedStreams
  readonly liveUpdates: LiveUpdates
  /** For how many days listens are kept; undefined for ever. */
  readonly listensDays: number | undefined
  readonly imports: Pick<CollectionParts, 'music' | 'startedImport' | 'startImport'>
}

/** Every call by its name. docs/apps.md says what answers each. */
export function allCalls(parts: CallParts): Calls {
  const { open, audio, pictures, transcodes, liveUpdates, listensDays, imports } = parts
  const { db } = open
  const cursors = new ListingCursors(db)
  return {
    ...systemCalls,
    ...userCalls,
    ...scanCalls({ ...imports, db }),
    ...browsingCalls(db),
    ...indexCalls(db),
    ...aboutCalls(db),
    ...albumListCalls(db, cursors),
    ...songListCalls(db, cursors),
    ...searchCalls(open, cursors),
    ...starredCalls(db),
    ...starCalls(db, liveUpdates),
    ...playlistCalls(db, liveUpdates),
    ...scrobbleCalls(db, liveUpdates, listensDays),
    ...playQueueCalls(db, liveUpdates),
    ...bookmarkCalls(db, liveUpdates),
    ...mediaCalls(db, audio, transcodes),
    ...transcodingCalls(transcodes),
    ...pictureCalls(pictures),
    ...lyricsCalls(db),
    ...notOfferedCalls,
  }
}
