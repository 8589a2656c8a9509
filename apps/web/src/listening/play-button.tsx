import { Pause, Play } from 'lucide-react'
import { Spinner } from '../ui/spinner.tsx'

interface Props {
  /** What pressing it does next. */
  readonly act: 'play' | 'pause'
  /** Shows the spinner in place of the icon (BAR-03). */
  readonly loading?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly onPress: () => void
  readonly className: string
  /** Of the icon. */
  readonly size: string
}

/** The one face of play and pause. */
export function PlayButton({
  act,
  loading = false,
  disabled = false,
  describedBy,
  onPress,
  className,
  size,
}: Props) {
  return (
    <button
      type="button"
      aria-label={act === 'play' ? 'Play' : 'Pause'}
      aria-describedby={describedBy}
      aria-busy={loading || undefined}
      aria-disabled={disabled || undefined}
      className={className}
      onClick={disabled ? undefined : onPress}
    >
      {loading ? (
        <Spinner className={size} />
      ) : act === 'play' ? (
        <Play aria-hidden className={`${size} translate-x-[6%] fill-current`} />
      ) : (
        <Pause aria-hidden className={`${size} fill-current`} />
      )}
    </button>
  )
}

/** The round button in the accent's colour. */
export const ACCENT_BUTTON =
  'grid flex-none place-items-center rounded-full bg-accent text-on-accent transition duration-(--duration-quick) hover:bg-accent-hover hover:scale-105 active:scale-95 aria-disabled:bg-overlay aria-disabled:text-quiet aria-disabled:scale-100'
