import { listeningTexts } from '@refrain/messages/en/listening'
import { Pause, Play } from 'lucide-react'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'

interface Props {
  /** The action of the next press. */
  readonly action: 'play' | 'pause'
  /** What it plays, if nothing beside it says so. */
  readonly of?: string
  /** Shows a spinner instead of the icon. */
  readonly loading?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly onPress: () => void
  /** Called when the pointer or the focus stays on it: a press is likely. */
  readonly onNear?: () => void
  readonly className: string
  /** Class of the icon. */
  readonly size: string
}

/** The play/pause button that all lists and rows use. */
export function PlayButton({
  action,
  of: title,
  loading = false,
  disabled = false,
  describedBy,
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
      data-action={action}
      aria-label={labelOf(action, title)}
      aria-describedby={describedBy}
      aria-busy={loading || undefined}
      aria-disabled={disabled || undefined}
      className={className}
      // Arrow keys held down in a list pass many buttons.
      onFocus={pointer.onPointerEnter}
      onBlur={pointer.onPointerLeave}
      onClick={() => {
        // Pressed by key just after the focus came: nothing is left to prefetch.
        pointer.onPointerLeave()
        if (!disabled) onPress()
      }}
    >
      {loading ? (
        <Spinner className={size} />
      ) : action === 'play' ? (
        <Play aria-hidden className={`${size} translate-x-[6%] fill-current`} />
      ) : (
        <Pause aria-hidden className={`${size} fill-current`} />
      )}
    </button>
  )
}

/** Classes of the round button in the accent colour. */
export const ACCENT_BUTTON =
  'grid flex-none place-items-center rounded-full bg-accent text-on-accent transition duration-(--duration-quick) hover:bg-accent-hover hover:scale-105 active:scale-95 aria-disabled:bg-overlay aria-disabled:text-quiet aria-disabled:scale-100'

function labelOf(action: 'play' | 'pause', title: string | undefined): string {
  if (title === undefined) return action === 'play' ? listeningTexts.play : listeningTexts.pause
  return action === 'play' ? listeningTexts.playTitle({ title }) : listeningTexts.pauseTitle({ title })
}
