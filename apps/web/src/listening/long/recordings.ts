import type { PlayerTrack } from '@refrain/player/state/player-state'

/** In seconds: listeners leave what is longer before its end, and come back. */
const LONG = 20 * 60
/** M4B, or a part of one that a cue sheet describes. */
const BOOK = /\.m4b(\.[\d-]+\.wav)?$/
const SPOKEN =
  /^(audio ?books?|speech|spoken( word| ?& ?audio)?|h(ö|oe)rb(u|ü|ue)ch(er)?|h(ö|oe)rspiele?|livres? audio|audiolibros?|audiolibri|luisterboek(en)?)$/i

/** What is continued where it was left: M4B, and genres of speech. */
export const isAudiobook = ({ audioSrc, genre }: PlayerTrack): boolean =>
  BOOK.test(audioSrc) || SPOKEN.test(genre.trim().normalize('NFC'))

/** Whether it is remembered where a listener has left it. */
export const isResumable = (track: PlayerTrack): boolean =>
  track.durationSeconds >= LONG || isAudiobook(track)
