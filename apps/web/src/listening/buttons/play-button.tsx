import { Pause, Play } from 'lucide-react'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'

interface Props {
  /** What pressing it does next. */
  readonly act: 'play' | 'pause'
  /** Shows the spinner in place of the icon (BAR-03). */
  readonly loading?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly tabIndex?: 0 | -1
  readonly onPress: () => void
  /** Called once a pointer rests on it or it has the focus: a press is likely. */
  readonly onNear?: () => void
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
  tabIndex,
  onPress,
  onNear = () => {},
  className,
  size,
}: Props) {
  const pointer = useHoverIntent(onNear)
  return (
    <button
      {...pointer}
      type="button"
      aria-label={act === 'play' ? 'Play' : 'Pause'}
      aria-describedby={describedBy}
      aria-busy={loading || undefined}
      aria-disabled={disabled || undefined}
      tabIndex={tabIndex}
      className={className}
      onFocus={onNear}
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
