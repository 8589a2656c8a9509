import { isNotFound } from './source/network.ts'
import type { TrackFeed } from './source/track-feed.ts'
import type { TrackFeeds } from './source/track-feeds.ts'
import type { StreamParts } from './stream-parts.ts'

/** So long after it could not be told how the next track is streamed, it is asked again. */
const ASK_AGAIN_MS = 3_000

export interface FollowerParts extends Pick<StreamParts, 'resolve' | 'onNextUnstreamable'> {
  readonly laid: TrackFeeds
  /** The track that follows has its place. */
  readonly onPlaced: () => void
}

/** Finds out how the track that follows is streamed, and gives it its place behind the current one. */
export interface Follower {
  /** To be called once the current track no longer needs the network for its start. */
  look(): void
  /** The track that follows cannot be streamed. */
  lose(next: TrackFeed): void
}

export function createFollower({ laid, resolve, onNextUnstreamable, onPlaced }: FollowerParts): Follower {
  /** The track whose index is being asked for. */
  let asked: TrackFeed | undefined

  function lose({ track }: TrackFeed): void {
    laid.next = null
    onNextUnstreamable(track)
  }

  return {
    lose,
    look() {
      const { next } = laid
      if (!next || next.placed || next === asked || !laid.current?.placed) return
      if (performance.now() < next.retryAt) return
      asked = next
      resolve(next.track).then(
        streamable => {
          asked = undefined
          if (next !== laid.next || next.placed) return
          if (streamable) laid.placeNext(streamable)
          else lose(next)
          onPlaced()
        },
        error => {
          asked = undefined
          next.retryAt = performance.now() + ASK_AGAIN_MS
          if (next === laid.next && isNotFound(error)) lose(next)
        },
      )
    },
  }
}
