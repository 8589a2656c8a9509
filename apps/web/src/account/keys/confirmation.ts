import { useSyncExternalStore } from 'react'

type Answer = (isConfirmed: boolean) => void

/** Calls that wait for the listener to prove who they are; one dialog answers all. */
let waiting: readonly Answer[] = []
const listeners = new Set<() => void>()

function change(next: readonly Answer[]): void {
  waiting = next
  for (const changed of listeners) changed()
}

/** Opens the dialog. @returns whether the listener has confirmed who they are */
export function askToConfirm(): Promise<boolean> {
  return new Promise(resolve => change([...waiting, resolve]))
}

/** Closes the dialog. */
export function answerConfirmation(isConfirmed: boolean): void {
  const answered = waiting
  change([])
  for (const answer of answered) answer(isConfirmed)
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
const isWaiting = () => waiting.length > 0

/** Whether the dialog is open. */
export const useConfirmationAsked = () => useSyncExternalStore(subscribe, isWaiting, () => false)
