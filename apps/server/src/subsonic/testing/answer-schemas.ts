import * as z from 'zod/mini'

/** The answers of the protocol as JSON, written from its documents. Unknown fields are refused. */

const id = (kind: string) => z.string().check(z.regex(new RegExp(`^(${kind})-[A-Za-z0-9_-]{1,64}$`)))
const artistId = id('ar')
const albumId = id('al')
const trackId = id('tr')
const playlistId = id('pl')
const coverId = z.string().check(z.regex(/^ca-(ar|al|pl)-[A-Za-z0-9_-]+_[A-Za-z0-9_-]{1,8}$/))
const time = z.iso.datetime({ precision: 3 })
const count = z.int().check(z.gte(0))
const rating = z.int().check(z.gte(1), z.lte(5))
const address = z.url()
const optional = z.optional

const date = z.strictObject({ year: count, month: optional(count), day: optional(count) })
const named = z.strictObject({ name: z.string().check(z.minLength(1)) })
const credit = z.strictObject({ id: artistId, name: z.string() })
const gain = z.strictObject({
  trackGain: optional(z.number()),
  albumGain: optional(z.number()),
  trackPeak: optional(z.number()),
  albumPeak: optional(z.number()),
})

const child = z.strictObject({
  id: trackId,
  parent: albumId,
  isDir: z.literal(false),
  title: z.string(),
  album: z.string(),
  artist: z.string(),
  track: optional(count),
  discNumber: optional(count),
  year: optional(count),
  genre: optional(z.string()),
  coverArt: coverId,
  size: optional(count),
  contentType: z.string().check(z.regex(/^audio\//)),
  suffix: z.string().check(z.regex(/^[a-z0-9]+$/)),
  duration: count,
  bitRate: optional(count),
  path: z.string().check(z.regex(/^[^/]+\/[^/]+\/[^/]+$/)),
  playCount: count,
  created: time,
  starred: optional(time),
  userRating: optional(rating),
  albumId,
  artistId,
  type: z.literal('music'),
  isVideo: z.literal(false),
  mediaType: z.literal('song'),
  played: optional(time),
  samplingRate: count,
  channelCount: count,
  bitDepth: optional(z.int().check(z.gte(1), z.lte(64))),
  isrc: optional(z.array(z.string())),
  bpm: optional(z.int().check(z.gte(1))),
  comment: optional(z.string().check(z.minLength(1))),
  moods: optional(z.array(z.string().check(z.minLength(1)))),
  explicitStatus: optional(z.enum(['explicit', 'clean'])),
  musicBrainzId: z.string(),
  sortName: z.string(),
  genres: z.array(named),
  artists: z.array(credit),
  displayArtist: z.string(),
  albumArtists: z.array(credit),
  contributors: optional(z.array(z.strictObject({ role: z.string(), artist: credit })).check(z.minLength(1))),
  displayAlbumArtist: z.string(),
  replayGain: gain,
})

/** Of an album as record and as folder. */
const commonFields = {
  id: albumId,
  artist: z.string(),
  artistId,
  coverArt: coverId,
  duration: count,
  playCount: count,
  created: time,
  starred: optional(time),
  userRating: optional(rating),
  played: optional(time),
  year: optional(count),
  genre: optional(z.string()),
  musicBrainzId: z.string(),
  genres: z.array(named),
  artists: z.array(credit),
  displayArtist: z.string(),
  sortName: z.string(),
}
const albumFields = {
  ...commonFields,
  name: z.string(),
  isCompilation: z.boolean(),
  releaseDate: optional(date),
  originalReleaseDate: optional(date),
  recordLabels: z.array(named),
  releaseTypes: z.array(z.string().check(z.minLength(1))),
  discTitles: z.array(z.strictObject({ disc: count, title: z.string().check(z.minLength(1)) })),
}
const album = z.strictObject({ ...albumFields, songCount: count })
const albumFolder = z.strictObject({
  ...commonFields,
  songCount: count,
  parent: artistId,
  isDir: z.literal(true),
  title: z.string(),
  album: z.string(),
  mediaType: z.literal('album'),
})
const artistFields = {
  id: artistId,
  name: z.string(),
  coverArt: coverId,
  artistImageUrl: optional(address),
  albumCount: count,
  starred: optional(time),
  userRating: optional(rating),
  musicBrainzId: z.string(),
  sortName: z.string(),
  roles: z.array(z.enum(['artist', 'albumartist'])),
}
const artist = z.strictObject(artistFields)
const artistFolder = z.strictObject({
  id: artistId,
  name: z.string(),
  starred: optional(time),
  userRating: optional(rating),
  artistImageUrl: optional(address),
})
const group = <Artist extends z.ZodMiniType>(of: Artist) =>
  z.strictObject({ name: z.string().check(z.minLength(1)), artist: z.array(of).check(z.minLength(1)) })
const songs = z.strictObject({ song: z.array(child) })
const some = <Item extends z.ZodMiniType>(of: Item) => optional(z.array(of).check(z.minLength(1)))
const folders = { artist: some(artistFolder), album: some(albumFolder), song: some(child) }
const records = { artist: some(artist), album: some(album), song: some(child) }
const about = {
  musicBrainzId: optional(z.string()),
  smallImageUrl: optional(address),
  mediumImageUrl: optional(address),
  largeImageUrl: optional(address),
}
const empty = z.strictObject({})
const playlistFields = {
  id: playlistId,
  name: z.string(),
  comment: optional(z.string()),
  owner: z.string(),
  public: z.boolean(),
  readonly: z.boolean(),
  songCount: count,
  duration: count,
  created: time,
  changed: time,
  coverArt: coverId,
}
const playlist = z.strictObject({ ...playlistFields, entry: z.array(child) })
const yes = z.literal(true)
const no = z.literal(false)
const user = z.strictObject({
  username: z.string(),
  email: z.string(),
  scrobblingEnabled: yes,
  maxBitRate: z.literal(0),
  ...{ adminRole: no, settingsRole: no, downloadRole: yes, uploadRole: no, playlistRole: z.boolean() },
  ...{ coverArtRole: no, commentRole: no, podcastRole: no, streamRole: yes, jukeboxRole: no },
  ...{ shareRole: no, videoConversionRole: no },
  folder: z.tuple([z.literal(1)]),
})
const queueFields = {
  position: optional(count),
  username: z.string(),
  changed: optional(time),
  changedBy: optional(z.string()),
  entry: optional(z.array(child)),
}

const streamDetails = z.strictObject({
  ...{ protocol: z.literal('http'), container: z.string(), codec: z.string() },
  ...{ audioChannels: count, audioBitrate: count, audioSamplerate: count },
  audioBitdepth: optional(count),
})

/** By the name of the field in the answer. */
export const answers: Readonly<Record<string, z.ZodMiniType>> = {
  openSubsonicExtensions: z.array(z.strictObject({ name: z.string(), versions: z.array(z.int()) })),
  license: z.strictObject({ valid: yes, email: z.string(), licenseExpires: time }),
  tokenInfo: z.strictObject({ username: z.string() }),
  user,
  users: z.strictObject({ user: z.tuple([user]) }),
  scanStatus: z.strictObject({ scanning: z.boolean(), count }),
  musicFolders: z.strictObject({
    musicFolder: z.tuple([z.strictObject({ id: z.literal(1), name: z.string() })]),
  }),
  genres: z.strictObject({
    genre: z.array(
      z.strictObject({ value: z.string().check(z.minLength(1)), songCount: count, albumCount: count }),
    ),
  }),
  artists: z.strictObject({ ignoredArticles: z.string(), index: z.array(group(artist)) }),
  indexes: z.strictObject({
    lastModified: count,
    ignoredArticles: z.string(),
    index: z.array(group(artistFolder)),
  }),
  artist: z.strictObject({ ...artistFields, album: z.array(album) }),
  album: z.strictObject({ ...albumFields, songCount: count, song: z.array(child) }),
  song: child,
  directory: z.strictObject({
    id: z.string(),
    parent: optional(artistId),
    name: z.string(),
    starred: optional(time),
    userRating: optional(rating),
    playCount: optional(count),
    child: z.array(z.union([albumFolder, child])),
  }),
  artistInfo: z.strictObject({ ...about, similarArtist: z.array(artistFolder) }),
  artistInfo2: z.strictObject({ ...about, similarArtist: z.array(artist) }),
  albumInfo: z.strictObject(about),
  albumList: z.strictObject({ album: z.array(albumFolder) }),
  albumList2: z.strictObject({ album: z.array(album) }),
  randomSongs: songs,
  songsByGenre: songs,
  similarSongs: songs,
  similarSongs2: songs,
  topSongs: songs,
  searchResult2: z.strictObject(folders),
  searchResult3: z.strictObject(records),
  starred: z.strictObject(folders),
  starred2: z.strictObject(records),
  lyrics: z.strictObject({ artist: z.string(), title: z.string(), value: z.string() }),
  lyricsList: z.strictObject({
    structuredLyrics: z.array(
      z.strictObject({
        displayArtist: z.string(),
        displayTitle: z.string(),
        lang: z.string(),
        offset: z.literal(0),
        synced: z.boolean(),
        line: z.array(z.strictObject({ start: optional(count), value: z.string() })),
      }),
    ),
  }),
  playlists: z.strictObject({ playlist: z.array(z.strictObject(playlistFields)) }),
  playlist,
  nowPlaying: z.strictObject({
    entry: z.array(
      z.extend(child, {
        ...{ username: z.string(), minutesAgo: count, playerId: z.int(), playerName: z.string() },
        ...{ state: z.string(), positionMs: count, playbackRate: z.number() },
      }),
    ),
  }),
  playQueue: z.strictObject({ ...queueFields, current: optional(trackId) }),
  playQueueByIndex: z.strictObject({ ...queueFields, currentIndex: optional(count) }),
  bookmarks: z.strictObject({
    bookmark: z.array(
      z.strictObject({
        ...{ position: count, username: z.string(), comment: z.string(), created: time, changed: time },
        entry: child,
      }),
    ),
  }),
  transcodeDecision: z.strictObject({
    ...{ canDirectPlay: z.boolean(), canTranscode: z.boolean() },
    transcodeReason: z.array(z.string().check(z.minLength(1))),
    errorReason: z.string(),
    transcodeParams: optional(z.string().check(z.regex(/^[a-z0-9-]+$/))),
    sourceStream: streamDetails,
    transcodeStream: optional(streamDetails),
  }),
  podcasts: empty,
  newestPodcasts: empty,
  internetRadioStations: empty,
  shares: empty,
  chatMessages: empty,
  videos: empty,
}

export const failure = z.strictObject({
  code: z.int(),
  message: z.string().check(z.minLength(1)),
  helpUrl: optional(address),
})

/** What every answer has. */
export const envelope = {
  version: z.literal('1.16.1'),
  type: z.literal('refrain'),
  serverVersion: z.string().check(z.regex(/^\d+\.\d+\.\d+/)),
  openSubsonic: yes,
}
