import { DropdownMenu } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type MenuEntry, MenuItem } from './menu-item.tsx'

/** Where in the window a menu begins, and what it returns the focus to. */
export interface MenuAnchor {
  readonly opener: HTMLElement
  readonly x: number
  readonly y: number
  /** Which of its ends is there. */
  readonly align: 'start' | 'end'
  /** Opened by a key: the first entry has the focus at once. */
  readonly byKey: boolean
}

interface Props {
  readonly label?: string
  /** A class of its width. */
  readonly width?: string
  readonly anchor: MenuAnchor
  readonly entries: readonly MenuEntry[]
  readonly onClose: () => void
}

/** A menu of options; it turns where the window ends (ROW-16). Fetched when one is first opened. */
export default function OptionsMenu({
  label = 'More options',
  width = 'w-56 md:w-64',
  anchor,
  entries,
  onClose,
}: Props) {
  const { opener, x, y, align, byKey } = anchor
  const content = useRef<HTMLDivElement>(null)
  const pressedElsewhere = useRef(false)
  useEffect(() => {
    if (!byKey) return
    // After the menu itself has taken the focus.
    const frame = requestAnimationFrame(() =>
      content.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [byKey])
  // In the landmark it was opened in, yet outside whatever its rows are positioned by.
  const main = opener.closest<HTMLElement>('main, dialog, [data-player]') ?? document.body
  return createPortal(
    // Not modal: the page behind it goes on as it is, and no style is written that the policy forbids.
    <DropdownMenu.Root open modal={false} onOpenChange={open => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none fixed size-0"
          style={{ left: x, top: y }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={main}>
        <DropdownMenu.Content
          ref={content}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          loop
          aria-label={label}
          // Not after the place it begins at, which has no words.
          aria-labelledby={undefined}
          className={`menu ${width}`}
          onInteractOutside={() => {
            pressedElsewhere.current = true
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            // Whoever pressed elsewhere wants to be there; and a screen or dialog that was chosen may have the focus.
            const isNowhere = document.activeElement === document.body
            if (!pressedElsewhere.current && isNowhere) opener.focus({ preventScroll: true })
          }}
        >
          {entries.map(entry => (
            <MenuItem key={entry.label} entry={entry} container={main} onClose={onClose} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>,
    main,
  )
}
