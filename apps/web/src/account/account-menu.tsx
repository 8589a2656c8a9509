import { accountTexts } from '@refrain/messages/en/account'
import { LogOut, ShieldCheck, Trash2, UserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { ConfirmButtons } from '../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { useLayer } from '../ui/layers/use-layer.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { Initial } from './initial.tsx'
import { useOwnUser } from './own-user.ts'
import { useMemberId } from './session.ts'
import { useLogout } from './use-leave.ts'
import { UserPicture } from './user-picture.tsx'

interface LogoutDialogProps {
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
}

type Question = 'logout' | 'delete'

/** The menu that members have in place of Login and Signup. */
export default function AccountMenu() {
  const user = useOwnUser()
  const userId = useMemberId() ?? ''
  const navigate = useNavigate()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  useLayer(() => setOpen(false), { open })
  const chosen = useRef<Question | null>(null)
  const [asking, setAsking] = useState<Question | null>(null)
  const close = () => setAsking(null)
  const leave = useLogout()

  return (
    <>
      {/* Not modal: the page stays usable, and no inline styles are written, which the CSP forbids. */}
      <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
        <DropdownMenu.Trigger
          ref={setButton}
          aria-label={accountTexts.account}
          className="icon-button bg-raised font-bold uppercase data-[state=open]:bg-pressed"
        >
          {user ? (
            <UserPicture user={user} sizes="44px" className="size-full">
              <Initial name={user.name} />
            </UserPicture>
          ) : (
            <UserRound aria-hidden className="size-5" />
          )}
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={button?.closest('header')}>
          <DropdownMenu.Content
            align="end"
            sideOffset={8}
            collisionPadding={8}
            className="menu w-64"
            onCloseAutoFocus={event => {
              // A dialog returns the focus to what had it before: that must be the button, not the menu.
              event.preventDefault()
              // A page that was chosen may already have the focus.
              if (document.activeElement === document.body) button?.focus({ preventScroll: true })
              setAsking(chosen.current)
              chosen.current = null
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
      {asking === 'logout' && <LogoutDialog onClose={close} onConfirm={leave} />}
      {asking === 'delete' && <DeleteAccountDialog onClose={close} onDeleted={leave} />}
    </>
  )
}

/** Asks before logging out; closes on Cancel, a click outside, Escape and scroll. */
function LogoutDialog({ onClose, onConfirm }: LogoutDialogProps) {
  const [leaving, setLeaving] = useState(false)
  function confirm(): void {
    setLeaving(true)
    void onConfirm()
  }
  return (
    <Dialog title={accountTexts.logoutQuestion} closesOnScroll answered={leaving} onClose={onClose}>
      <ConfirmButtons label={accountTexts.logout} busy={leaving} onCancel={onClose} onConfirm={confirm} />
    </Dialog>
  )
}
