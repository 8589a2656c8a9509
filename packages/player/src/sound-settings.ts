/** What a listener may choose about the sound of everything. */
export interface SoundSettings {
  /** 0 to 12; between tracks that do not run into each other. */
  readonly crossfadeSeconds: number
  /** Makes tracks or albums equally loud; 'auto': as an album while one is played in its order, else as tracks. */
  readonly loudness: 'off' | 'auto' | 'track' | 'album'
  /** 0.5 to 2. */
  readonly rate: number
}

export const LOUDNESS = ['off', 'auto', 'track', 'album'] as const
export const MOST_CROSSFADE_SECONDS = 12
export const SLOWEST_RATE = 0.5
export const FASTEST_RATE = 2
export const SOUND_DEFAULTS: SoundSettings = { crossfadeSeconds: 0, loudness: 'auto', rate: 1 }

/** The settings after some were chosen anew: clamped; what makes no sense changes nothing. */
export function withSound(sound: SoundSettings, chosen: Partial<SoundSettings>): SoundSettings {
  const { crossfadeSeconds, loudness, rate } = chosen
  return {
    crossfadeSeconds: within(0, crossfadeSeconds, MOST_CROSSFADE_SECONDS) ?? sound.crossfadeSeconds,
    loudness: LOUDNESS.find(each => each === loudness) ?? sound.loudness,
    rate: within(SLOWEST_RATE, rate, FASTEST_RATE) ?? sound.rate,
  }
}

function within(least: number, value: number | undefined, most: number): number | undefined {
  return typeof value !== 'number' || Number.isNaN(value) ? undefined : Math.min(Math.max(value, least), most)
}
