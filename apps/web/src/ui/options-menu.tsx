import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

export interface MenuEntry {
  readonly label: string
  readonly icon: LucideIcon
  readonly onSelect: () => void
}

/** Where in the window a menu begins, and the button it returns the focus to. */
export interface MenuPlace {
  readonly button: HTMLElement
  readonly x: number
  readonly y: number
  /** Opened by a key: the first entry has the focus at once. */
  readonly byKey: boolean
}

interface Props {
  readonly place: MenuPlace
  readonly entries: readonly MenuEntry[]
  readonly onClose: () => void
}

/** A menu of options; it turns where the window ends (ROW-16). Fetched when one is first opened. */
export default function OptionsMenu({ place, entries, onClose }: Props) {
  const { button, x, y, byKey } = place
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!byKey) return
    // After the menu itself has taken the focus.
    const frame = requestAnimationFrame(() =>
      content.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [byKey])
  // In the landmark of the page, yet outside whatever its rows are positioned by.
  const main = button.closest('main') ?? document.body
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
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label="More options"
          className="z-50 w-56 rounded-cover border border-line bg-overlay p-1 shadow-float outline-none md:w-64"
          onCloseAutoFocus={event => {
            event.preventDefault()
            if (button.isConnected) button.focus({ preventScroll: true })
          }}
        >
          {entries.map(({ label, icon: Icon, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              className="flex h-10 items-center gap-3 rounded-small px-3 text-sm font-medium outline-none select-none data-highlighted:bg-pressed pointer-coarse:h-11"
              onSelect={onSelect}
            >
              <Icon aria-hidden className="size-[18px] text-quiet" />
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>,
    main,
  )
}
