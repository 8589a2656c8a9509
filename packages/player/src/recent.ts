/** Most tracks the recently played list holds (ENG-17, CON-01). */
export const RECENT_LENGTH = 4

/** The recently played list after a track has begun: it stands first, and only once (ENG-15, ENG-16). */
export function withRecent(recent: readonly string[], trackId: string): readonly string[] {
  return [trackId, ...recent.filter(id => id !== trackId)].slice(0, RECENT_LENGTH)
}
