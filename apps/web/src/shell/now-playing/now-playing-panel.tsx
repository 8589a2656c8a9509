import type { ReactNode } from 'react'
import { FollowButton } from '../../library/follows/follow-button.tsx'
import { LikeButton } from '../../library/likes/like-button.tsx'
import { NowPlaying, PLAYING_TITLE } from '../../listening/bar/now-playing.tsx'
import { usePlayer } from '../../listening/engine/use-player.ts'

/** The current track, with like and follow buttons. */
export function NowPlayingPanel({ children }: { readonly children?: ReactNode }) {
  const track = usePlayer(state => state.track)
  return (
    <NowPlaying
      likeButton={
        track && (
          <LikeButton
            trackId={track.id}
            describedBy={PLAYING_TITLE}
            className="-mt-1.5 -mr-2 pointer-coarse:-mt-2.5 pointer-coarse:-mr-3"
          />
        )
      }
      followButton={track && <FollowButton artistId={track.artistId} className="px-3.5" />}
    >
      {children}
    </NowPlaying>
  )
}
