import { type ComponentType, useSyncExternalStore } from 'react'

type Modal = ComponentType<{ readonly onClose: () => void }>

/** The modal while it is open; its code comes with the first question. */
let open: Modal | null = null
const watching = new Set<() => void>()

function show(modal: Modal | null): void {
  open = modal
  for (const changed of watching) changed()
}

const load = () => import('./sign-in-dialog.tsx')

/** Fetches the modal's code before it is needed: when a pointer or the focus comes near. */
export function preloadSignInPrompt(): void {
  load().catch(() => {})
}

/** Opens the 'Please Login or Signup' modal: what a guest gets from what only members have (READ-16). */
export function openSignInPrompt(): void {
  load().then(
    ({ SignInDialog }) => show(SignInDialog),
    () => {},
  )
}

export const closeSignInPrompt = () => show(null)

const openModal = () => open

/** The modal that is open, or null. */
export function useSignInModal(): Modal | null {
  return useSyncExternalStore(
    changed => {
      watching.add(changed)
      return () => watching.delete(changed)
    },
    openModal,
    openModal,
  )
}
