import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { closeSignInPrompt, useSignInModal } from './sign-in-prompt.ts'

/** Renders the 'Please Login or Signup' modal while it is open. */
export function SignInModal() {
  const { key } = useLocation()
  const Modal = useSignInModal()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the page changes
  useLayoutEffect(() => closeSignInPrompt, [key])
  return Modal && <Modal onClose={closeSignInPrompt} />
}
