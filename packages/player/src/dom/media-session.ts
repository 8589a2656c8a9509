import type { Player } from '../player.ts'
import type { PlayerTrack } from '../state/player-state.ts'

const ARTWORK_SIZE = '256x256'
/** The system extrapolates the position; larger deviations are published. */
const JUMP_SECONDS = 1
/** The rate while a track loads: the position stands still and the button still pauses. 0 would throw. */
const LOADING_RATE = 0.001

export interface MediaSessionParts {
  readonly player: Player
  /** Shown in place of the album title. */
  readonly albumLabel: string
  readonly session?: MediaSession | undefined
  readonly now?: () => number
}

/**
 * Publishes what plays to the system, for lock screens and headsets, and handles their buttons.
 * @returns reverts everything
 */
export function publishMediaSession({
  player,
  albumLabel,
  session = navigator.mediaSession,
  now = () => performance.now(),
}: MediaSessionParts): () => void {
  if (!session) return () => {}
  let publishedTrack: PlayerTrack | null = null
  let published = { position: 0, duration: 0, at: 0, playbackRate: 0, isPlaying: false }

  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => player.resume(),
    pause: () => player.pause(),
    stop: returnToStart,
    previoustrack: () => player.previous(),
    nexttrack: () => player.next(),
    // Without seekbackward and seekforward, in whose favour lock screens leave out previous and next.
    seekto: ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime),
  }

  /** The system's stop button keeps the queue. */
  function returnToStart(): void {
    player.pause()
    player.seekTo(0)
  }

  function publish(): void {
    const { track, status } = player.getState()
    if (track !== publishedTrack) {
      publishedTrack = track
      session.metadata = track && describe(track, albumLabel)
    }
    session.playbackState = status === 'idle' ? 'none' : status === 'paused' ? 'paused' : 'playing'
    publishPosition()
  }

  function publishPosition(): void {
    const { position, duration } = player.progress.getState()
    const { status, settings } = player.getState()
    const isPlaying = status === 'playing'
    const playbackRate = status === 'loading' ? LOADING_RATE : settings.rate
    const expected =
      published.position +
      (published.isPlaying ? ((now() - published.at) / 1000) * published.playbackRate : 0)
    const isPublished =
      duration === published.duration &&
      isPlaying === published.isPlaying &&
      playbackRate === published.playbackRate &&
      Math.abs(position - expected) < JUMP_SECONDS
    if (isPublished) return
    published = { position, duration, playbackRate, isPlaying, at: now() }
    // A duration of 0 or a position beyond the duration would throw.
    if (duration === 0) session.setPositionState()
    else
      session.setPositionState({
        duration,
        playbackRate,
        position: Math.min(Math.max(0, position), duration),
      })
  }

  for (const [name, handler] of Object.entries(handlers))
    setHandler(session, name as MediaSessionAction, handler)
  const unsubscribers = [player.subscribe(publish), player.progress.subscribe(publishPosition)]
  publish()
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    for (const name of Object.keys(handlers)) setHandler(session, name as MediaSessionAction, null)
    session.metadata = null
    session.playbackState = 'none'
  }
}

function describe({ title, artistName, artwork }: PlayerTrack, album: string): MediaMetadata {
  const pictures = artwork ? [{ src: artwork, sizes: ARTWORK_SIZE }] : []
  return new MediaMetadata({ title, artist: artistName, album, artwork: pictures })
}

function setHandler(
  session: MediaSession,
  name: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(name, handler)
  } catch {
    // Browsers throw for actions that they do not know.
  }
}
