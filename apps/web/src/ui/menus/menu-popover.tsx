import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLayer } from '../layers/use-layer.ts'
import { MenuItem } from './menu-item.tsx'
import type { MenuProps } from './menu-props.ts'
import { useFirstEntry } from './use-first-entry.ts'

interface Props extends MenuProps {
  readonly label: string
}

/** An options menu beside what it belongs to; flips at the edges of the window. */
export function MenuPopover({ label, width = 'w-56 md:w-64', anchor, entries, onClose }: Props) {
  const { opener, x, y, align, byKey } = anchor
  const content = useRef<HTMLDivElement>(null)
  const pressedElsewhere = useRef(false)
  useLayer(onClose)
  useFirstEntry(content, byKey)
  // Within the landmark it was opened from, but outside of positioned rows.
  const main = opener.closest<HTMLElement>('main, dialog, [data-player]') ?? document.body
  return createPortal(
    // Modal menus write inline styles, which the content security policy forbids.
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
          // Radix would label it by the trigger, which is empty.
          aria-labelledby={undefined}
          className={`menu ${width}`}
          onInteractOutside={() => {
            pressedElsewhere.current = true
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            // Not after a press elsewhere, nor if the chosen entry opened a screen or dialog that has the focus.
            const isUnfocused = document.activeElement === document.body
            if (!pressedElsewhere.current && isUnfocused) opener.focus({ preventScroll: true })
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
