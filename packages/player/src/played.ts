/** Which tracks of each album were played: track ids by album id (ENG-22). */
export type PlayedTracks = Readonly<Record<string, readonly string[]>>

/** The map after a track's playback has begun, each id once (READ-04); the same object where it was there. */
export function withPlayed(played: PlayedTracks, albumId: string, trackId: string): PlayedTracks {
  const before = Object.hasOwn(played, albumId) ? (played[albumId] ?? []) : []
  return before.includes(trackId) ? played : { ...played, [albumId]: [...before, trackId] }
}

/** Albums of which as many tracks were played as they have (ENG-23). */
export function fullyPlayed(played: PlayedTracks, trackCounts: ReadonlyMap<string, number>): string[] {
  return [...trackCounts].flatMap(([albumId, count]) =>
    count > 0 && Object.hasOwn(played, albumId) && played[albumId]?.length === count ? [albumId] : [],
  )
}
