import { Repeat, Repeat1 } from 'lucide-react'
import { cycleRepeat, repeatName } from '../engine/repeat.ts'
import { usePlayer } from '../engine/use-player.ts'

/** Goes through the modes of repeat; in the accent colour with a dot below it unless that is off. */
export function RepeatButton({ className, size }: { readonly className: string; readonly size: string }) {
  const repeat = usePlayer(state => state.settings.repeat)
  const Icon = repeat === 'one' ? Repeat1 : Repeat
  return (
    <button
      type="button"
      aria-label={repeatName(repeat)}
      data-lit={repeat !== 'off'}
      className={`icon-button repeat-button ${className}`}
      onClick={() => cycleRepeat(false)}
    >
      <Icon aria-hidden className={size} />
    </button>
  )
}
