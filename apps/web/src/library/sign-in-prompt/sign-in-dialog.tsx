import { signInTexts } from '@refrain/messages/en/sign-in'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={signInTexts.signInFirst} text={signInTexts.signInToUse} onClose={onClose}>
      <Link to={paths.login()} className="button button-accent" onClick={onClose}>
        {signInTexts.login}
      </Link>
      <Link to={paths.signup()} className="button" onClick={onClose}>
        {signInTexts.signup}
      </Link>
    </Dialog>
  )
}
