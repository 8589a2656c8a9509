import { useReducer } from 'react'
import { useLocation } from 'react-router'
import { RecentMap } from '../../ui/browser/recent-map.ts'

/** Lists that stay expanded. */
const MAX_LISTS = 500

/** Expanded lists, by history entry and name. */
const expanded = new RecentMap<true>(MAX_LISTS)

/** Whether a list is expanded, and a function that expands it. Restored when the listener goes back. */
export function useShownAll(list: string): readonly [boolean, () => void] {
  const { key } = useLocation()
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const id = `${key} ${list}`
  return [
    expanded.has(id),
    () => {
      expanded.set(id, true)
      rerender()
    },
  ]
}
