import type { Player } from '../player.ts'
import type { PlayerTrack } from '../state/player-state.ts'

/** Edge of the picture that is published (BAR-15). */
const ARTWORK = '256x256'
const SEEK_SECONDS = 10
/** Time runs on by itself, at the rate that was told; only a jump of more than this is told. */
const JUMP_SECONDS = 1
/** A rate of nothing would throw; at this one time stands while a track loads, and the button still pauses. */
const STANDING_RATE = 0.001

export interface MediaSessionParts {
  readonly player: Player
  /** What stands in place of the album: the same for every track (BAR-16). */
  readonly albumLabel: string
  /** The browser's; none where it has none. */
  readonly session?: MediaSession | undefined
  readonly now?: () => number
}

/**
 * Tells the system what plays (BAR-14), for lock screens and headsets, and obeys their buttons.
 * @returns takes everything back
 */
export function publishMediaSession({
  player,
  albumLabel,
  session = navigator.mediaSession,
  now = () => performance.now(),
}: MediaSessionParts): () => void {
  if (!session) return () => {}
  let shown: PlayerTrack | null = null
  let told = { position: 0, duration: 0, at: 0, playbackRate: 0, isPlaying: false }

  const acts: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => player.resume(),
    pause: () => player.pause(),
    stop: backToStart,
    previoustrack: () => player.previous(),
    nexttrack: () => player.next(),
    seekto: ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime),
    seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? SEEK_SECONDS)),
    seekforward: ({ seekOffset }) => seekBy(seekOffset ?? SEEK_SECONDS),
  }
  const seekBy = (seconds: number) => player.seekTo(player.progress.getState().position + seconds)

  /** The system's stop ends only the sound: what the listener gathered stays. */
  function backToStart(): void {
    player.pause()
    player.seekTo(0)
  }

  function show(): void {
    const { track, status } = player.getState()
    if (track !== shown) {
      shown = track
      session.metadata = track && describe(track, albumLabel)
    }
    session.playbackState = status === 'idle' ? 'none' : status === 'paused' ? 'paused' : 'playing'
    tellPosition()
  }

  function tellPosition(): void {
    const { position, duration } = player.progress.getState()
    const { status, settings } = player.getState()
    const isPlaying = status === 'playing'
    const playbackRate = status === 'loading' ? STANDING_RATE : settings.rate
    const expected = told.position + (told.isPlaying ? ((now() - told.at) / 1000) * told.playbackRate : 0)
    const isAsTold =
      duration === told.duration &&
      isPlaying === told.isPlaying &&
      playbackRate === told.playbackRate &&
      Math.abs(position - expected) < JUMP_SECONDS
    if (isAsTold) return
    told = { position, duration, playbackRate, isPlaying, at: now() }
    // A length of nothing, or a place beyond it, would throw.
    if (duration === 0) session.setPositionState()
    else
      session.setPositionState({
        duration,
        playbackRate,
        position: Math.min(Math.max(0, position), duration),
      })
  }

  for (const [name, act] of Object.entries(acts)) setHandler(session, name as MediaSessionAction, act)
  const stop = [player.subscribe(show), player.progress.subscribe(tellPosition)]
  show()
  return () => {
    for (const end of stop) end()
    for (const name of Object.keys(acts)) setHandler(session, name as MediaSessionAction, null)
    session.metadata = null
    session.playbackState = 'none'
  }
}

function describe({ title, artistName, artwork }: PlayerTrack, album: string): MediaMetadata {
  const pictures = artwork ? [{ src: artwork, sizes: ARTWORK }] : []
  return new MediaMetadata({ title, artist: artistName, album, artwork: pictures })
}

function setHandler(
  session: MediaSession,
  name: MediaSessionAction,
  act: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(name, act)
  } catch {
    // A browser that does not know an action throws; the others still work.
  }
}
