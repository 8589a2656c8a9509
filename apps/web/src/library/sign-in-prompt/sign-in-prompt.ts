import { type ComponentType, useSyncExternalStore } from 'react'

type Modal = ComponentType<{ readonly onClose: () => void }>

/** The modal while it is open; its code is loaded on demand. */
let open: Modal | null = null
const listeners = new Set<() => void>()

function show(modal: Modal | null): void {
  open = modal
  for (const changed of listeners) changed()
}

const load = () => import('./sign-in-dialog.tsx')

/** Preloads the modal's code: for hover and focus. */
export function preloadSignInPrompt(): void {
  load().catch(() => {})
}

/** Opens the 'Please Login or Signup' modal, which guests get for actions of members. */
export function openSignInPrompt(): void {
  load().then(
    ({ SignInDialog }) => show(SignInDialog),
    () => {},
  )
}

export const closeSignInPrompt = () => show(null)

const openModal = () => open

export function useSignInModal(): Modal | null {
  return useSyncExternalStore(
    changed => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    openModal,
    openModal,
  )
}
