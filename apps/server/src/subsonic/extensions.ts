interface Extension {
  readonly name: string
  readonly versions: readonly number[]
}

/** The extensions of OpenSubsonic that the calls always keep, with their versions. */
const EXTENSIONS: readonly Extension[] = [
  { name: 'apiKeyAuthentication', versions: [1] },
  { name: 'formPost', versions: [1] },
  { name: 'indexBasedQueue', versions: [1] },
  { name: 'playbackReport', versions: [1] },
  { name: 'songLyrics', versions: [1] },
  { name: 'topSongsByArtistId', versions: [1] },
]

/** `timeOffset` of `stream` gives a transcode, whatever else is asked for; originals are read by range. */
const TRANSCODE_OFFSET: Extension = { name: 'transcodeOffset', versions: [1] }
const TRANSCODING: Extension = { name: 'transcoding', versions: [1] }

export const extensionsOf = ({ canTranscode }: { canTranscode: boolean }): readonly Extension[] =>
  canTranscode ? [...EXTENSIONS, TRANSCODE_OFFSET, TRANSCODING] : EXTENSIONS
