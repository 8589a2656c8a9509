import { type ComponentType, lazy, type PointerEvent, type ReactNode, Suspense, useState } from 'react'
import { loadExtra } from '../../ui/loading/load-part.ts'
import { usePlayer } from '../engine/use-player.ts'
import { LongPart } from '../long/long-part.tsx'

interface WaveformProps {
  readonly played: number
  readonly pointed: number | null
  readonly duration: number
}

// Decorative: if it cannot be loaded, the slider works without it.
const Waveform = lazy<ComponentType<WaveformProps>>(() => loadExtra(() => import('../waveform/waveform.tsx')))

/** Half a slider thumb in CSS pixels: the thumb's centre stays this far from either end. */
const HALF_THUMB = 6

interface Props {
  /** Share of the track that has been played, 0 to 1. */
  readonly played: number
  /** Seconds. */
  readonly duration: number
  /** Large enough for touch, where the player has room. */
  readonly high?: boolean
  readonly children: ReactNode
}

/** The background of the progress slider: the track's waveform, and the time under the pointer. */
export function SeekTrack({ played, duration, high = false, children }: Props) {
  const idle = usePlayer(state => state.status === 'idle')
  const [pointed, setPointed] = useState<number | null>(null)

  function point({ pointerType, clientX, currentTarget }: PointerEvent): void {
    // A finger hides the time it points at.
    if (pointerType === 'touch') return
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(Math.max((clientX - left - HALF_THUMB) / (width - 2 * HALF_THUMB), 0), 1))
  }

  return (
    <div
      data-high={high || undefined}
      className="seek-bed relative grid data-high:[&>.slider]:h-11"
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      {!idle && (
        <Suspense>
          <Waveform {...{ played, pointed, duration }} />
        </Suspense>
      )}
      {children}
      <LongPart duration={duration} />
    </div>
  )
}
