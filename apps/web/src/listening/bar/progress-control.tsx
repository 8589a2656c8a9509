import { listeningTexts } from '@refrain/messages/en/listening'
import { useState } from 'react'
import { Slider } from '../../ui/forms/slider.tsx'
import { player } from '../engine/player.ts'
import { usePlayer, useProgress } from '../engine/use-player.ts'
import { speakTime, timeDisplay } from './format-time.ts'
import { SeekTrack } from './seek-track.tsx'

interface Drag {
  /** The load of a track that the drag belongs to. */
  readonly load: number
  /** Position of the thumb; null before the first move. */
  readonly percent: number | null
}

/**
 * The position: a slider from 0 to 100 and a time display. While the slider is dragged both follow the
 * pointer; playback seeks on release.
 */
export function ProgressControl({ stacked = false }: { readonly stacked?: boolean }) {
  const idle = usePlayer(state => state.status === 'idle')
  const load = usePlayer(state => state.load)
  const { position, duration } = useProgress(progress => progress)
  const [drag, setDrag] = useState<Drag | null>(null)
  // A drag ends when its track does: the rest of the gesture must not seek in the next track.
  const dragged = drag?.load === load ? drag.percent : null
  const shown = dragged === null ? position : (dragged / 100) * duration

  function change(percent: number): void {
    if (drag) setDrag({ ...drag, percent })
    else player.seekToPercent(percent)
  }
  function letGo(): void {
    if (dragged !== null) player.seekToPercent(dragged)
    setDrag(null)
  }

  return (
    <div
      className={
        stacked
          ? 'grid gap-1'
          : 'grid grid-cols-[1fr_auto] items-center gap-3 lg:grid-cols-[5.25rem_1fr_5.25rem] low:grid-cols-[1fr_auto] low:gap-2'
      }
    >
      {!stacked && <span className="hidden lg:block low:hidden" />}
      <SeekTrack played={duration > 0 ? shown / duration : 0} duration={duration} high={stacked}>
        <Slider
          label={listeningTexts.progress}
          min={0}
          max={100}
          step="any"
          value={duration > 0 ? (shown / duration) * 100 : 0}
          valueText={
            idle
              ? ''
              : listeningTexts.positionOfDuration({
                  position: speakTime(shown),
                  duration: speakTime(duration),
                })
          }
          disabled={idle}
          onChange={change}
          onPointerDown={() => setDrag(idle ? null : { load, percent: null })}
          onPointerUp={letGo}
          onPointerCancel={letGo}
        />
      </SeekTrack>
      <span
        data-part="time"
        className={`tabular min-w-20 whitespace-nowrap text-xs text-quiet ${stacked ? 'text-center' : ''}`}
      >
        {timeDisplay(idle, shown, duration)}
      </span>
    </div>
  )
}
