import type { PlayerTrack } from '@refrain/player/state/player-state'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

interface LyricsProps {
  readonly track: PlayerTrack
}

// A track can be heard without its words.
const Lyrics = lazy<ComponentType<LyricsProps>>(() =>
  import('./lyrics.tsx').catch(() => ({ default: () => null })),
)

interface Props extends LyricsProps {
  /** The cover: opened lyrics take its place. */
  readonly children: ReactNode
}

/** The cover of the track that is loaded, and its lyrics where it has any. */
export function LyricsPlace({ track, children }: Props) {
  return (
    <div className="lyrics-place @container/cover relative w-full justify-self-center [.sheet_&]:max-w-(--sheet-cover)">
      {children}
      <Suspense>
        <Lyrics track={track} />
      </Suspense>
    </div>
  )
}
