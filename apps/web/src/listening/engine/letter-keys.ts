import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'

/** Keys that do something on the whole page without a modifier. Speech input and shaking hands press them by accident (WCAG 2.1.4). */
export const LETTER_KEYS = ['m', 's', 'r', 'a', 'l', 'q', '/'] as const
export type LetterKey = (typeof LETTER_KEYS)[number]

/** localStorage key of those that are switched off, one after the other. */
const OFF = 'keysOff'
const CHANGED = 'keys changed'

const isLetterKey = (key: string): key is LetterKey => (LETTER_KEYS as readonly string[]).includes(key)
const readOff = () => readLocal(OFF) ?? ''

/** False for a letter that this browser's listener has switched off. */
export const isKeyOn = (key: string): boolean => !isLetterKey(key) || !readOff().includes(key)

/** Switches a letter on or off, in all tabs. */
export function setKeyOn(key: LetterKey, on: boolean): void {
  const off = LETTER_KEYS.filter(each => (each === key ? !on : !isKeyOn(each))).join('')
  writeLocal(OFF, off || null)
  dispatchEvent(new Event(CHANGED))
}

/** Which letters are on, as it changes. */
export function useKeysOn(): (key: LetterKey) => boolean {
  const off = useSyncExternalStore(onChange, readOff, () => '')
  return key => !off.includes(key)
}

function onChange(listener: () => void): () => void {
  addEventListener(CHANGED, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(CHANGED, listener)
    removeEventListener('storage', listener)
  }
}
