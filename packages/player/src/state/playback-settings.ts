/** The original audio, or an encoding that takes less data. */
export type StreamQuality = 'original' | 'high' | 'saver'

/** What comes after the last track: the first one again, only the current track again and again, or nothing. */
export type RepeatMode = 'all' | 'one' | 'off'

export interface PlaybackSettings {
  /** 0 to 12. Consecutive tracks of an album are never crossfaded. */
  readonly crossfadeSeconds: number
  /** Loudness normalisation. 'auto': by album while an album plays in its natural order, else by track. */
  readonly loudness: 'off' | 'auto' | 'track' | 'album'
  /** Playback speed, 0.5 to 2. */
  readonly rate: number
  readonly quality: StreamQuality
  /** Instead of `quality` on mobile data, on very slow lines and while the browser saves data, where it tells so. */
  readonly limitedQuality: StreamQuality
  /** Applies to tracks that end: the listener's Next and Previous always wrap. */
  readonly repeat: RepeatMode
  /** Whether similar music follows the last track while `repeat` is 'off'. */
  readonly autoplay: boolean
}

const LOUDNESS_MODES = ['off', 'auto', 'track', 'album'] as const
const STREAM_QUALITIES = ['original', 'high', 'saver'] as const
export const REPEAT_MODES: readonly RepeatMode[] = ['all', 'one', 'off']
const MAX_CROSSFADE_SECONDS = 12
const MIN_RATE = 0.5
const MAX_RATE = 2
export const DEFAULT_SETTINGS: PlaybackSettings = {
  crossfadeSeconds: 0,
  loudness: 'auto',
  rate: 1,
  quality: 'original',
  limitedQuality: 'high',
  repeat: 'all',
  autoplay: false,
}

/** The settings with some replaced. Numbers are clamped to their range; invalid values are ignored. */
export function withSettings(
  settings: PlaybackSettings,
  changes: Partial<PlaybackSettings>,
): PlaybackSettings {
  const { crossfadeSeconds, loudness, rate, quality, limitedQuality, repeat, autoplay } = changes
  return {
    crossfadeSeconds: clamp(0, crossfadeSeconds, MAX_CROSSFADE_SECONDS) ?? settings.crossfadeSeconds,
    loudness: LOUDNESS_MODES.find(each => each === loudness) ?? settings.loudness,
    rate: clamp(MIN_RATE, rate, MAX_RATE) ?? settings.rate,
    quality: STREAM_QUALITIES.find(each => each === quality) ?? settings.quality,
    limitedQuality: STREAM_QUALITIES.find(each => each === limitedQuality) ?? settings.limitedQuality,
    repeat: REPEAT_MODES.find(each => each === repeat) ?? settings.repeat,
    autoplay: typeof autoplay === 'boolean' ? autoplay : settings.autoplay,
  }
}

function clamp(min: number, value: number | undefined, max: number): number | undefined {
  return typeof value !== 'number' || Number.isNaN(value) ? undefined : Math.min(Math.max(value, min), max)
}
