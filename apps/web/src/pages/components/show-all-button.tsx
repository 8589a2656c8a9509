import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { commonTexts } from '@refrain/messages/en/common'
import { flushSync } from 'react-dom'

interface Props {
  /** Id of the section's heading. */
  readonly of: string
  readonly onPress: () => void
  /** Selects, within the section, the element to focus: the first new one. */
  readonly next: string
  /** Whether there may be even more, so that the button must not promise all. */
  readonly cut?: boolean
}

/** Shows the rest of a section. The button disappears, so the focus moves to the first new element. */
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
      {cut ? catalogueTexts.showMore : commonTexts.showAll}
    </button>
  )
}
