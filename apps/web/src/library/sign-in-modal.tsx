import { stopAsking, useSignInModal } from './ask-to-sign-in.ts'

/** Where the 'Please Login or Signup' modal stands in the frame; nothing until it is asked for. */
export function SignInModal() {
  const Modal = useSignInModal()
  return Modal && <Modal onClose={stopAsking} />
}
