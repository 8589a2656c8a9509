import { accountTexts } from '@refrain/messages/en/account'
import { UserRound } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { ConfirmButtons } from '../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { useLayer } from '../ui/layers/use-layer.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import type { Question } from './account-dropdown.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { Initial } from './initial.tsx'
import { useOwnUser } from './own-user.ts'
import { useLogout } from './use-leave.ts'
import { UserPicture } from './user-picture.tsx'

interface LogoutDialogProps {
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
}

const load = () => loadPart(() => import('./account-dropdown.tsx'))
const AccountDropdown = lazy(load)

/** Loads the menu's code before it is needed: every screen of members has the button. */
function prefetchDropdown(): void {
  load().catch(() => {})
}

/** The menu that members have in place of Login and Signup. */
export default function AccountMenu() {
  const user = useOwnUser()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<'byKey' | 'byPointer' | null>(null)
  useLayer(() => setOpened(null), { open: opened !== null })
  const [asking, setAsking] = useState<Question | null>(null)
  const close = () => setAsking(null)
  const leave = useLogout()

  return (
    <>
      <span className="relative flex">
        <button
          ref={button}
          type="button"
          aria-label={accountTexts.account}
          aria-haspopup="menu"
          aria-expanded={opened !== null}
          data-state={opened ? 'open' : 'closed'}
          className="icon-button bg-raised font-bold uppercase data-[state=open]:bg-pressed"
          onPointerEnter={prefetchDropdown}
          onFocus={prefetchDropdown}
          onClick={({ detail }) => setOpened(opened ? null : detail === 0 ? 'byKey' : 'byPointer')}
          onKeyDown={event => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
            event.preventDefault()
            setOpened('byKey')
          }}
        >
          {user ? (
            <UserPicture user={user} sizes="44px" className="size-full">
              <Initial name={user.name} />
            </UserPicture>
          ) : (
            <UserRound aria-hidden className="size-5" />
          )}
        </button>
        {opened && (
          <Suspense>
            <AccountDropdown
              button={button}
              byKey={opened === 'byKey'}
              onClose={() => setOpened(null)}
              onAsk={setAsking}
            />
          </Suspense>
        )}
      </span>
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
