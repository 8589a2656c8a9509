export interface PlaybackSettings {
  /** 0 to 12. Consecutive tracks of an album are never crossfaded. */
  readonly crossfadeSeconds: number
  /** Loudness normalisation. 'auto': by album while an album plays in its natural order, else by track. */
  readonly loudness: 'off' | 'auto' | 'track' | 'album'
  /** Playback speed, 0.5 to 2. */
  readonly rate: number
}

export const LOUDNESS_MODES = ['off', 'auto', 'track', 'album'] as const
export const MAX_CROSSFADE_SECONDS = 12
export const MIN_RATE = 0.5
export const MAX_RATE = 2
export const DEFAULT_SETTINGS: PlaybackSettings = { crossfadeSeconds: 0, loudness: 'auto', rate: 1 }

/** The settings with some replaced. Numbers are clamped to their range; invalid values are ignored. */
export function withSettings(
  settings: PlaybackSettings,
  changes: Partial<PlaybackSettings>,
): PlaybackSettings {
  const { crossfadeSeconds, loudness, rate } = changes
  return {
    crossfadeSeconds: clamp(0, crossfadeSeconds, MAX_CROSSFADE_SECONDS) ?? settings.crossfadeSeconds,
    loudness: LOUDNESS_MODES.find(each => each === loudness) ?? settings.loudness,
    rate: clamp(MIN_RATE, rate, MAX_RATE) ?? settings.rate,
  }
}

function clamp(min: number, value: number | undefined, max: number): number | undefined {
  return typeof value !== 'number' || Number.isNaN(value) ? undefined : Math.min(Math.max(value, min), max)
}
