import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Please Login or Signup"
      text="To access this feature, please log in or sign up."
      onClose={onClose}
    >
      <Link to={paths.login()} className="button button-accent" onClick={onClose}>
        Login
      </Link>
      <Link to={paths.signup()} className="button" onClick={onClose}>
        Signup
      </Link>
    </Dialog>
  )
}
