import type {
  ArchivedAlbum,
  ArchivedArtist,
  ArchivedTrack,
  ArchiveList,
} from '@refrain/contract/library/archive'

/** An id of the archive's instance, and a time as ISO 8601. */
export interface Timed {
  readonly id: string
  readonly at: string
  /** In lists of ratings. */
  readonly rating?: number
}

/** A counted play. */
export interface ArchivedListen {
  readonly id: string
  readonly at: string
  readonly client: string
  readonly secondsHeard: number | null
}

export interface ArchivedPlaylist {
  /** Id on the instance that made the archive. */
  readonly id: string
  /** Id on the instance where it was created. */
  readonly origin: string
  readonly type: 'playlist' | 'liked'
  readonly title: string
  readonly createdAt: string
  readonly comment: string
  readonly songs: readonly Timed[]
}

/** The part of an archive that another instance can take. Each record that the lists name is described once. */
export interface Archive {
  readonly tracks: readonly ArchivedTrack[]
  readonly albums: readonly ArchivedAlbum[]
  readonly artists: readonly (ArchivedArtist & { readonly id: string })[]
  readonly genres: readonly { readonly id: string; readonly name: string }[]
  readonly lists: Readonly<Record<ArchiveList, readonly Timed[]>>
  /** Newest first. */
  readonly listens: readonly ArchivedListen[]
  /** In the order of the archive: newest first. */
  readonly playlists: readonly ArchivedPlaylist[]
  /** The picture of a playlist; undefined if it has none. */
  readonly readPicture: (playlistId: string) => Promise<Blob | undefined>
}
