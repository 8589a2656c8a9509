import { type ComponentType, lazy, type PointerEvent, type ReactNode, Suspense, useState } from 'react'
import { usePlayer } from '../engine/use-player.ts'

interface WaveformProps {
  readonly played: number
  readonly pointed: number | null
  readonly duration: number
}

// It is decoration: where it cannot be had, the slider does without.
const Waveform = lazy<ComponentType<WaveformProps>>(() =>
  import('../waveform/waveform.tsx').catch(() => ({ default: () => null })),
)

/** Half the thumb of a slider in px: its middle does not come nearer to either end. */
const HALF_THUMB = 6

interface Props {
  /** How much has been played, 0 to 1. */
  readonly played: number
  /** Seconds. */
  readonly duration: number
  /** High enough for a thumb, where the player has room. */
  readonly high?: boolean
  /** The slider. */
  readonly children: ReactNode
}

/** What the progress slider lies on: the waveform of the track, and the time under the pointer. */
export function SeekTrack({ played, duration, high = false, children }: Props) {
  const idle = usePlayer(state => state.status === 'idle')
  const [pointed, setPointed] = useState<number | null>(null)

  function point({ pointerType, clientX, currentTarget }: PointerEvent): void {
    // A finger is where the slider is, and hides what is under it.
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
    </div>
  )
}
