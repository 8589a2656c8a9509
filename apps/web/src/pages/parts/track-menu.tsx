import type { Track } from '@refrain/contract/catalogue'
import { Disc3, type LucideIcon, MicVocal } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

/** Which row's menu is open, the button it returns the focus to, and where in the window it begins. */
export interface MenuPlace {
  readonly track: Track
  readonly button: HTMLElement
  readonly x: number
  readonly y: number
  /** Opened by a key: the first entry has the focus at once. */
  readonly byKey: boolean
}

interface Props {
  readonly place: MenuPlace
  readonly onClose: () => void
}

/** A row's menu, from its three dots or a right click; it turns where the window ends (ROW-08 to ROW-16). */
export default function TrackMenu({ place, onClose }: Props) {
  const { track, button, x, y, byKey } = place
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
          <Item icon={MicVocal} label="Go to artist" to={paths.artist(track.artist)} />
          <Item icon={Disc3} label="Go to album" to={paths.album(track.album)} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>,
    main,
  )
}

interface ItemProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly to: string
}

function Item({ icon: Icon, label, to }: ItemProps) {
  const navigate = useNavigate()
  return (
    <DropdownMenu.Item
      className="flex h-10 items-center gap-3 rounded-small px-3 text-sm font-medium outline-none select-none data-highlighted:bg-pressed pointer-coarse:h-11"
      onSelect={() => navigate(to, { viewTransition: true })}
    >
      <Icon aria-hidden className="size-[18px] text-quiet" />
      {label}
    </DropdownMenu.Item>
  )
}
