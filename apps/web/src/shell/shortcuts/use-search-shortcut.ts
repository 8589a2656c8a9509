import { useEffect } from 'react'
import { useOpenSearch } from '../../catalogue/search/use-open-search.ts'
import { isKeyOn } from '../../listening/engine/letter-keys.ts'
import { isFree } from '../../listening/engine/player-keys.ts'

export const searchShortcut = { shown: '/', does: 'search' } as const

/** Focuses the search box, opening the search screen if needed; not from a text field, a menu or a dialog. */
export function useSearchShortcut(): void {
  const openSearch = useOpenSearch()
  useEffect(() => {
    const unmounted = new AbortController()
    document.addEventListener(
      'keydown',
      event => {
        if (event.key !== '/' || !isFree(event) || !isKeyOn('/')) return
        if ((event.target as Element).closest('dialog')) return
        event.preventDefault()
        openSearch()
      },
      { signal: unmounted.signal },
    )
    return () => unmounted.abort()
  }, [openSearch])
}
