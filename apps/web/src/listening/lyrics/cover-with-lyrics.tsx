import type { PlayerTrack } from '@refrain/player/state/player-state'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadExtra } from '../../ui/loading/load-part.ts'

interface LyricsProps {
  readonly track: PlayerTrack
}

// Playback works without lyrics.
const Lyrics = lazy<ComponentType<LyricsProps>>(() => loadExtra(() => import('./lyrics.tsx')))

interface Props extends LyricsProps {
  /** The cover, which open lyrics replace. */
  readonly children: ReactNode
}

/** The cover of the loaded track, and its lyrics if it has any. */
export function CoverWithLyrics({ track, children }: Props) {
  return (
    <div className="lyrics-cover @container/cover relative w-full justify-self-center [.sheet_&]:max-w-(--sheet-cover)">
      {children}
      <Suspense>
        <Lyrics track={track} />
      </Suspense>
    </div>
  )
}
