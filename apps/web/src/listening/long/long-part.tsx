import { type ComponentType, lazy, Suspense } from 'react'
import { loadExtra } from '../../ui/loading/load-part.ts'
import { usePlayer } from '../engine/use-player.ts'
import type { LongPartProps } from './long-track.tsx'
import { mayHaveChapters } from './may-be-long.ts'

// Playback works without it.
const Part = lazy<ComponentType<LongPartProps>>(() => loadExtra(() => import('./long-track.tsx')))

/** What the player has for a long track: marks and an offer over the slider, or the list of chapters. */
export function LongPart(props: Pick<LongPartProps, 'duration'>) {
  const trackId = usePlayer(({ track }) => track && mayHaveChapters(track) && track.id)
  return (
    trackId && (
      <Suspense>
        <Part {...{ trackId, ...props }} />
      </Suspense>
    )
  )
}
