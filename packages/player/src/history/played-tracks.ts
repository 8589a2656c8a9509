/** The ids of the played tracks by album id. */
export type PlayedTracks = Readonly<Record<string, readonly string[]>>

/** Adds a track. @returns the same object if the track is already there */
export function withPlayed(played: PlayedTracks, albumId: string, trackId: string): PlayedTracks {
  const before = Object.hasOwn(played, albumId) ? (played[albumId] ?? []) : []
  return before.includes(trackId) ? played : { ...played, [albumId]: [...before, trackId] }
}

/** The ids of albums whose number of played tracks equals their number of tracks. */
export function fullyPlayed(played: PlayedTracks, trackCounts: ReadonlyMap<string, number>): string[] {
  return [...trackCounts].flatMap(([albumId, count]) =>
    count > 0 && Object.hasOwn(played, albumId) && played[albumId]?.length === count ? [albumId] : [],
  )
}
