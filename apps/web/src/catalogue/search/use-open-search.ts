import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { FOCUS_SEARCH_BOX, SEARCH_BOX_ID } from './search-focus.ts'

/** A function that focuses the search box, opening the search screen if needed. */
export function useOpenSearch(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    const box = document.getElementById(SEARCH_BOX_ID)
    if (!(box instanceof HTMLInputElement)) return void navigate(paths.search(), { state: FOCUS_SEARCH_BOX })
    box.focus()
    box.select()
  }, [navigate])
}
