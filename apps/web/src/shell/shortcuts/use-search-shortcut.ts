import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { FOCUS_SEARCH_BOX, SEARCH_BOX_ID } from '../../catalogue/search/search-focus.ts'
import { isKeyOn } from '../../listening/engine/letter-keys.ts'
import { isFree } from '../../listening/engine/player-keys.ts'
import { paths } from '../../paths.ts'

export const searchShortcut = { shown: '/', does: 'search' } as const

/** Focuses the search box, opening the search screen if needed; not from a text field, a menu or a dialog. */
export function useSearchShortcut(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const unmounted = new AbortController()
    document.addEventListener(
      'keydown',
      event => {
        if (event.key !== '/' || !isFree(event) || !isKeyOn('/')) return
        if ((event.target as Element).closest('dialog')) return
        event.preventDefault()
        const box = document.getElementById(SEARCH_BOX_ID)
        if (!(box instanceof HTMLInputElement))
          return void navigate(paths.search(), { state: FOCUS_SEARCH_BOX })
        box.focus()
        box.select()
      },
      { signal: unmounted.signal },
    )
    return () => unmounted.abort()
  }, [navigate])
}
