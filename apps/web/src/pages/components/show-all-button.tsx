import { flushSync } from 'react-dom'

interface Props {
  /** The id of the heading of what is shown. */
  readonly of: string
  readonly onPress: () => void
  /** Finds, in the section, what the focus goes on to: the first thing that was not there before. */
  readonly next: string
  /** Where there may be more than what is shown then: the button does not promise all. */
  readonly cut?: boolean
}

/** Shows the rest of a section. The button goes, so the focus moves to where the rest begins. */
export function ShowAllButton({ of, onPress, next, cut = false }: Props) {
  return (
    <button
      type="button"
      aria-describedby={of}
      className="mt-3 h-9 rounded-full bg-raised px-4 text-sm font-semibold text-quiet transition-colors duration-(--duration-quick) hover:bg-overlay hover:text-text pointer-coarse:h-11"
      onClick={event => {
        const section = event.currentTarget.closest('section')
        flushSync(onPress)
        section?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true })
      }}
    >
      {cut ? 'Show more' : 'Show all'}
    </button>
  )
}
