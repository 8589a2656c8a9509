/** The extensions of OpenSubsonic that the calls keep, with their versions. */
export const EXTENSIONS = [
  { name: 'apiKeyAuthentication', versions: [1] },
  { name: 'formPost', versions: [1] },
  { name: 'indexBasedQueue', versions: [1] },
  { name: 'playbackReport', versions: [1] },
  { name: 'songLyrics', versions: [1] },
  { name: 'topSongsByArtistId', versions: [1] },
] as const
