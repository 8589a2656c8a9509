import type { ReactNode } from 'react'
import { FollowButton } from '../library/follow-button.tsx'
import { LikeButton } from '../library/like-button.tsx'
import { NowPlaying, PLAYING_TITLE } from '../listening/now-playing.tsx'

/** What is playing, with what the library does with its track and artist. */
export function NowPlayingPanel({ children }: { readonly children?: ReactNode }) {
  return (
    <NowPlaying
      likeButton={<LikeButton describedBy={PLAYING_TITLE} className="-mt-1.5 -mr-2" />}
      followButton={<FollowButton />}
    >
      {children}
    </NowPlaying>
  )
}
