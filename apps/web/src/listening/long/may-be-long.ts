import type { PlayerTrack } from '@refrain/player/state/player-state'

/** In seconds: what is shorter has no chapters that anybody would look for. */
const CHAPTERED = 5 * 60
/** In the genre of whatever may be an audiobook. */
const SPOKEN = /bo[eo]k|libr|livre|rb|rsp|spe|spo/i

/** Whether chapters are asked for. */
export const mayHaveChapters = ({ durationSeconds }: PlayerTrack): boolean => durationSeconds >= CHAPTERED

/** Whether it is worth loading what knows: true for all that recordings.ts remembers, and for some more. */
export const mayBeResumable = (track: PlayerTrack): boolean =>
  mayHaveChapters(track) || track.audioSrc.includes('.m4b') || SPOKEN.test(track.genre)
