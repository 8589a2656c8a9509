import { listeningTexts } from '@refrain/messages/en/listening'
import { Shuffle } from 'lucide-react'

interface Props {
  readonly on: boolean
  readonly disabled?: boolean
  /** Id of the title of its list; none where only one list can be meant. */
  readonly describedBy?: string
  readonly onPress: () => void
  readonly className?: string
  /** Class of the icon. */
  readonly size?: string
}

/** The shuffle toggle; in the accent colour with a dot below it while on. */
export function ShuffleButton({
  on,
  disabled = false,
  describedBy,
  onPress,
  className = '',
  size = 'size-5',
}: Props) {
  return (
    <button
      type="button"
      aria-label={listeningTexts.shuffle}
      aria-describedby={describedBy}
      aria-pressed={on}
      aria-disabled={disabled || undefined}
      className={`icon-button shuffle-button ${className}`}
      onClick={() => {
        if (!disabled) onPress()
      }}
    >
      <Shuffle aria-hidden className={size} />
    </button>
  )
}
