import { accountTexts } from '@refrain/messages/en/account'
import { LogOut, ShieldCheck, Trash2, UserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useFirstEntry } from '../ui/menus/use-first-entry.ts'
import { useOwnUser } from './own-user.ts'
import { useMemberId } from './session.ts'

/** What an entry asks for before it does anything. */
export type Question = 'logout' | 'delete'

interface Props {
  /** Below which it opens, and which gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>
  /** Opened by the keyboard: the first entry gets the focus. */
  readonly byKey: boolean
  readonly onClose: () => void
  /** Called once the menu is closed. */
  readonly onAsk: (question: Question) => void
}

/** The entries of the account menu. Loaded when the menu is about to be opened. */
export default function AccountDropdown({ button, byKey, onClose, onAsk }: Props) {
  const user = useOwnUser()
  const userId = useMemberId() ?? ''
  const navigate = useNavigate()
  const content = useRef<HTMLDivElement>(null)
  const chosen = useRef<Question | null>(null)
  useFirstEntry(content, byKey)
  return (
    // Not modal: the page stays usable, and no inline styles are written, which the CSP forbids.
    <DropdownMenu.Root open modal={false} onOpenChange={open => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={button.current?.closest('header')}>
        <DropdownMenu.Content
          ref={content}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label={accountTexts.account}
          // Radix would label it by the trigger, which is empty.
          aria-labelledby={undefined}
          className="menu w-64"
          onInteractOutside={event => {
            // The button closes it by itself.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={event => {
            // A dialog returns the focus to what had it before: that must be the button, not the menu.
            event.preventDefault()
            // A page that was chosen may already have the focus.
            if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
            if (chosen.current) onAsk(chosen.current)
          }}
        >
          {user && (
            <DropdownMenu.Label className="mb-1 truncate border-b border-line px-3 pt-2 pb-3 text-sm">
              <bdi className="block truncate font-semibold">{user.name}</bdi>
              <span className="block truncate text-quiet">{user.email}</span>
            </DropdownMenu.Label>
          )}
          <DropdownMenu.Item className="menu-item" onSelect={() => void navigate(paths.profile(userId))}>
            <UserRound aria-hidden />
            {accountTexts.profile}
          </DropdownMenu.Item>
          {user?.isAdministrator && (
            <DropdownMenu.Item className="menu-item" onSelect={() => void navigate(paths.admin())}>
              <ShieldCheck aria-hidden />
              {accountTexts.administration}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className="menu-item" onSelect={() => (chosen.current = 'logout')}>
            <LogOut aria-hidden />
            {accountTexts.logout}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => (chosen.current = 'delete')}>
            <Trash2 aria-hidden />
            {accountTexts.deleteAccount}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
