export const MAX_RECENT_TRACKS = 4

/** The recently played list after a track has started: newest first, each track once. */
export function withRecent(recent: readonly string[], trackId: string): readonly string[] {
  return [trackId, ...recent.filter(id => id !== trackId)].slice(0, MAX_RECENT_TRACKS)
}
