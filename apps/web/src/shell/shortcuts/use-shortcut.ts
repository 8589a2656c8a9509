import { useEffect, useEffectEvent } from 'react'
import { isFree } from '../../listening/player-keys.ts'

/**
 * Calls `act` at a letter that belongs to nobody else: not typed, not in a menu, not in a dialog, other than
 * the now-playing panel where that slides up. A letter that is held calls it once.
 */
export function useShortcut(letter: string, act: () => void): void {
  const pressed = useEffectEvent(act)
  useEffect(() => {
    const leaving = new AbortController()
    document.addEventListener(
      'keydown',
      event => {
        if (event.key.toLowerCase() !== letter || event.shiftKey || !isFree(event)) return
        if ((event.target as Element).closest('dialog:not([data-player])')) return
        event.preventDefault()
        if (!event.repeat) pressed()
      },
      { signal: leaving.signal },
    )
    return () => leaving.abort()
  }, [letter])
}
