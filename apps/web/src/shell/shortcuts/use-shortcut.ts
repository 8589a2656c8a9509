import { useEffect, useEffectEvent } from 'react'
import { isKeyOn } from '../../listening/engine/letter-keys.ts'
import { isFree } from '../../listening/engine/player-keys.ts'

/**
 * Calls `onPress` once per press of a letter that is on. Ignores it in text fields, menus and dialogs other than the now-playing
 * sheet.
 */
export function useShortcut(letter: string, onPress: () => void): void {
  const handlePress = useEffectEvent(onPress)
  useEffect(() => {
    const unmounted = new AbortController()
    document.addEventListener(
      'keydown',
      event => {
        if (event.key.toLowerCase() !== letter || event.shiftKey || !isFree(event)) return
        if (!isKeyOn(letter)) return
        if ((event.target as Element).closest('dialog:not([data-player])')) return
        event.preventDefault()
        if (!event.repeat) handlePress()
      },
      { signal: unmounted.signal },
    )
    return () => unmounted.abort()
  }, [letter])
}
