import type { AudioOutput } from '../output/output.ts'

/** Plays tracks in one way. How loud and how fast is the affair of the channel that its elements belong to. */
export type TrackOutput = Omit<AudioOutput, 'setVolume' | 'setSettings' | 'fadeOut' | 'fadeIn' | 'prefetch'>
