import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { closeSignInPrompt, useSignInModal } from './sign-in-prompt.ts'

/** Where the 'Please Login or Signup' modal stands in the frame; nothing until it is asked for. */
export function SignInModal() {
  const { key } = useLocation()
  const Modal = useSignInModal()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the screen it was asked on
  useLayoutEffect(() => closeSignInPrompt, [key])
  return Modal && <Modal onClose={closeSignInPrompt} />
}
